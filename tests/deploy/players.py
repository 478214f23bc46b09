"""Two people at a match, who play at whichever process they are told to and keep book of what was acknowledged."""

import random
import secrets

from turncoat.games import start
from turncoat.games.results import Side


class Pair:
    """Both players of one match."""

    def __init__(self, client, ruleset="verto") -> None:
        """`client` asks one address of the service, as all clients below do."""
        self.position, self._rng = start(ruleset), random.Random(7)
        self.moves: list[str] = []
        """What was acknowledged."""
        made = self._asked(client.post("/api/matches", json={"ruleset": ruleset, "kind": "friend", "side": "first"}))
        self.path = f"/api/matches/{made['match']['id']}"
        body = {"invitation": made["invitation"], "key": secrets.token_hex(20)}
        joined = self._asked(client.post(f"{self.path}/join", json=body))
        client.cookies.clear()
        self.tokens = [made["tokens"]["first"], joined["tokens"]["second"]]

    @staticmethod
    def _asked(answer):
        assert answer.is_success, answer.text
        return answer.json()

    @property
    def seat(self):
        """The number of the seat that decides."""
        return list(Side).index(self.position.side)

    def headers(self, seat):
        """What a request of that seat carries."""
        return {"authorization": f"Bearer {self.tokens[seat]}"}

    def chosen(self):
        """A legal move."""
        return str(self._rng.choice(self.position.legal_moves))

    def acknowledged(self, move):
        """Notes that the move was made."""
        self.moves.append(move)
        self.position = self.position.play(move)

    def play(self, client, moves=1):
        """So many moves, each answered with 200."""
        for _ in range(moves):
            move = self.chosen()
            self._asked(self.ask(client, "moves", self.seat, move=move, at=len(self.moves)))
            self.acknowledged(move)

    def ask(self, client, what, seat, **body):
        """The answer to something that a seat asks for."""
        return client.post(f"{self.path}/{what}", json=body, headers=self.headers(seat))

    def told(self, client):
        """The moves that the service tells."""
        return [made["move"] for made in self._asked(client.get(self.path))["match"]["history"]]
