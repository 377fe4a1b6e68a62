"""What minds share."""

import pytest

from parlour.kernel.mind import chance_to_lead


@pytest.mark.parametrize("others", range(1, 6))
def test_who_leads_nobody_has_an_even_chance_and_who_leads_by_far_has_won(others: int) -> None:
    assert chance_to_lead([0.0] * others) == pytest.approx(1 / (others + 1), abs=0.01)
    assert chance_to_lead([9.0] * others) == pytest.approx(1, abs=0.001)
    assert chance_to_lead([9.0] * (others - 1) + [-9.0]) == pytest.approx(0, abs=0.001)
