"""Coming back on a new device, over HTTP and the socket."""

from pathlib import Path

from parlour.server.limits import RETURNS
from tests.server.driver import Served, run


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_somebody_who_lost_the_phone_is_let_in_and_the_old_phone_is_out(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        code = made["code"]
        rose = await served.sit(code, "Rose")
        host = await served.join(code, made["token"])
        await host.table("start")
        refused = await served.http.post(f"/api/tables/{code}/sit", json={"name": "Rose"})
        assert "I'm Rose" in refused.json()["why"]
        answer = await served.http.post(f"/api/tables/{code}/return", json={"seat": 1})
        assert answer.status_code == 200, answer.text
        asked = answer.json()
        again = await served.http.post(f"/api/tables/{code}/return", json={"seat": 1})
        assert again.json() == asked, "pressed twice: the cookie says who asks"
        served.http.cookies.clear()
        await host.until(lambda view: view["table"]["returning"])
        assert host.last["table"]["returning"] == [{"seat": 1, "number": asked["number"], "agreed": []}]
        you = (await served.http.get(f"/api/tables/{code}", headers=bearer(asked["token"]))).json()["you"]
        assert you == {"seat": None, "host": False, "returning": 1}
        assert (await host.table("let_in", seat=1))["type"] == "ack"
        you = (await served.http.get(f"/api/tables/{code}", headers=bearer(asked["token"]))).json()["you"]
        assert you["seat"] == 1
        old = await served.http.get(f"/api/tables/{code}/link", headers=bearer(rose["token"]))
        assert old.status_code == 401

    run(tmp_path, story)


def test_a_chair_whose_person_is_there_cannot_be_asked_for(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        rose = await served.sit(made["code"], "Rose")
        await served.join(made["code"], rose["token"])
        answer = await served.http.post(f"/api/tables/{made['code']}/return", json={"seat": 1})
        assert answer.status_code == 409
        assert "Rose is here right now" in answer.json()["why"]
        answer = await served.http.post(f"/api/tables/{made['code']}/sit", json={"name": "rose"})
        assert answer.status_code == 409
        assert "Rose is here right now" in answer.json()["why"]

    run(tmp_path, story)


def test_strangers_cannot_fill_the_log_by_asking(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        await served.sit(made["code"], "Rose")
        statuses = set()
        for _ in range(int(RETURNS.burst) + 2):
            answer = await served.http.post(f"/api/tables/{made['code']}/return", json={"seat": 1})
            served.http.cookies.clear()
            statuses.add(answer.status_code)
        assert statuses == {200, 409, 429}
        host = await served.join(made["code"], made["token"])
        assert host.last["version"] == 2, "somebody sat down, and one asked"

    run(tmp_path, story)
