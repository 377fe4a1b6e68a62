"""Pictures of a simulation."""

from pathlib import Path
from typing import TYPE_CHECKING

from parlour.games import find
from parlour.kernel.refusal import Refused, quoted
from parlour.lab.simulate import Report
from parlour.lab.tally import Spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png", ".pdf")
INK, MOSS = "#1E2422", "#2F6B4F"


def check_plot(path: Path) -> None:
    """Refuse a picture that could not be written, before anything is played for it."""
    if path.suffix.lower() not in FORMATS:
        raise Refused("", f"A plot is an .svg, .png or .pdf file, not {quoted(path.name)}.")
    if not path.parent.is_dir():
        raise Refused("", f"There is no folder {quoted(str(path.parent))} to put the plot into.")


def plot(report: Report, path: Path) -> None:
    """Histograms: the points of a round, and whatever the game measures."""
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = "parlour"
    from matplotlib import pyplot

    game = find(report.plan.game)
    charts = {f"Points a {game.round_word}": report.tally.points}
    for name, spread in report.tally.facts.items():
        if not set(spread.counts) <= {0, 1}:  # a yes or no needs no picture
            charts[name.replace("_", " ").capitalize()] = spread
    figure, axes = pyplot.subplots(1, len(charts), figsize=(6 * len(charts), 4), squeeze=False, layout="constrained")
    for axis, (title, spread) in zip(axes[0], charts.items(), strict=True):
        _histogram(axis, title, spread)
    figure.suptitle(f"{game.title}: {report.tally.games:,} games, {', '.join(report.plan.bots)}", color=INK)
    try:
        figure.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise Refused("", f"{path} cannot be written: {error.strerror}.") from None
    finally:
        pyplot.close(figure)


def _histogram(axis: "Axes", title: str, spread: Spread) -> None:
    values = sorted(spread.counts)
    total = spread.counts.total()
    axis.bar(values, [100 * spread.counts[value] / total for value in values], color=MOSS)
    axis.axvline(spread.mean(), color=INK, linestyle="--", label=f"mean {spread.mean():.2f}")
    axis.set_title(title)
    axis.set_ylabel("%")
    axis.legend(frameon=False)
