"""The socket of analyses: a page says what it looks at, and hears what the engine finds."""

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from turncoat.games.errors import TurncoatError
from turncoat.service.analysis import Watching
from turncoat.service.analysis_search import Asked
from turncoat.service.subscriptions import Subscription

from . import problems
from .analysis_models import AnalyseMessage, AskedMessage, StopMessage, SurveyMessage
from .costs import ANALYSE, MESSAGE
from .guard import client_of
from .live import PING, TOO_MANY, errors_sent, refused, send_all, text_of, until_first
from .messages import PongMessage

if TYPE_CHECKING:
    from turncoat.service import Service

router = APIRouter(prefix="/api")


@router.websocket("/analysis/live")
async def live(socket: WebSocket) -> None:
    """Analyses what it is told to, until the socket closes."""
    service: Service = socket.app.state.service
    await socket.accept()
    async with errors_sent(socket):
        with service.analyses.watching(client_of(socket.scope)) as watching:
            subscription = Subscription(lambda _: PING)  # there is nothing to begin with
            desk = _Desk(watching, subscription)
            try:
                await until_first(send_all(socket, subscription), _receive(socket, desk, subscription))
            finally:
                await desk.clear()


class _Desk:
    """What is being analysed for one socket: one position, and one line of moves at a glance."""

    def __init__(self, watching: Watching, subscription: Subscription) -> None:
        self._watching, self._subscription = watching, subscription
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def take(self, wanted: AnalyseMessage | SurveyMessage) -> None:
        """Looks at something else from now on."""
        before = self._tasks.pop(wanted.type, None)
        if before:
            before.cancel()
        self._tasks[wanted.type] = asyncio.create_task(self._do(wanted))

    async def clear(self) -> None:
        """Looks at nothing any more."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _analyse(self, wanted: AnalyseMessage) -> bool:
        asked = Asked(wanted.position, tuple(wanted.moves), wanted.threat)

        def on_update(found: dict[str, Any]) -> None:
            self._subscription.update(_text({"type": "lines", "id": wanted.id, **found}))

        return await self._watching.analyse(asked, wanted.lines, wanted.seconds, on_update)

    async def _survey(self, wanted: SurveyMessage) -> bool:
        def on_update(found: dict[str, Any]) -> None:
            self._subscription.post(_text({"type": "surveyed", "id": wanted.id, **found}))

        await self._watching.survey(wanted.position, wanted.moves, wanted.at, on_update)
        return False

    async def _do(self, wanted: AnalyseMessage | SurveyMessage) -> None:
        """Does what is wanted, and says that it is done or why it cannot be."""
        try:
            proved = await (self._analyse(wanted) if isinstance(wanted, AnalyseMessage) else self._survey(wanted))
        except TurncoatError as error:
            self._subscription.post(refused({"id": wanted.id, **problems.body(error)}))
        else:
            self._subscription.post(_text({"type": "done", "id": wanted.id, "proved": proved}))


def _text(message: dict[str, Any]) -> str:
    return orjson.dumps(message).decode()


async def _receive(socket: WebSocket, desk: _Desk, subscription: Subscription) -> None:
    limiter, client = socket.app.state.limiter, client_of(socket.scope)
    connection = f"{client} {id(subscription)}"
    while True:
        text = await text_of(socket)
        if limiter.take(connection, message=1):
            with contextlib.suppress(RuntimeError, OSError):  # closed already
                await socket.close(TOO_MANY, "too_many_requests")
            return
        wanted = _read(text)
        cost = (ANALYSE if isinstance(wanted, AnalyseMessage | SurveyMessage) else MESSAGE).ms
        while wait := limiter.take(client, cost=cost):
            await asyncio.sleep(wait)
        if wanted is None:
            subscription.post(refused(problems.own_body("bad_message")))
        elif isinstance(wanted, StopMessage):
            await desk.clear()
        elif isinstance(wanted, PongMessage):
            if wanted.echo:
                subscription.post(PING)
        else:
            desk.take(wanted)


def _read(text: str) -> AnalyseMessage | SurveyMessage | StopMessage | PongMessage | None:
    """The message; None where it cannot be read."""
    try:
        return AskedMessage.model_validate_json(text).root
    except ValidationError:
        return None
