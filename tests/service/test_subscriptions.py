"""What waits for whoever follows a match: in order, bounded, a setup where too much was missed."""

import asyncio

from turncoat.service.subscriptions import MAX_UNREAD, Subscription


async def told(subscription):
    """All that waits to be read."""
    found = []
    while subscription.unread:
        found.append(await subscription.read())
    return found


def test_what_one_hears_comes_in_order_after_a_setup():
    async def go():
        subscription = Subscription(lambda _: "setup")
        subscription.update("1")  # the setup knows of it
        subscription.post("presence")
        assert await told(subscription) == ["setup", "presence"]
        subscription.update("2")
        subscription.post("thinking")
        subscription.update("3")
        assert await told(subscription) == ["2", "thinking", "3"]
        subscription.close()
        assert await subscription.read() is None

    asyncio.run(go())


def test_one_may_be_so_far_behind_and_then_starts_afresh():
    async def go():
        setups = iter(("first setup", "second setup"))
        subscription = Subscription(lambda _: next(setups))
        await subscription.read()
        for number in range(MAX_UNREAD):
            subscription.update(str(number))
        assert len(await told(subscription)) == MAX_UNREAD
        for number in range(MAX_UNREAD + 1):
            subscription.update(str(number))
        subscription.post("presence")
        subscription.update("newest")
        assert await told(subscription) == ["second setup", "presence"]
        assert not subscription.lost

    asyncio.run(go())


def test_messages_that_nobody_reads_are_not_kept_without_end():
    async def go():
        setups = iter(("first setup", "second setup"))
        subscription = Subscription(lambda _: next(setups))
        await subscription.read()
        for number in range(MAX_UNREAD + 1):
            subscription.post(str(number))
        kept = [str(number) for number in range(MAX_UNREAD // 2)]
        assert await told(subscription) == ["second setup", *kept, str(MAX_UNREAD)]
        for number in range(MAX_UNREAD):
            subscription.post(str(number))
        assert len(await told(subscription)) == MAX_UNREAD

    asyncio.run(go())


def test_a_setup_may_be_asked_for_before_and_after_what_is_unread():
    async def go():
        subscription = Subscription(lambda _: "setup")
        await subscription.read()
        subscription.update("1")
        subscription.post("refused")
        subscription.add_setup()
        subscription.update("2")
        assert await told(subscription) == ["1", "refused", "setup"]
        subscription.update("3")
        subscription.post("refused")
        subscription.update("4")
        subscription.restart()
        assert await told(subscription) == ["setup", "refused"]

    asyncio.run(go())


def test_whoever_waits_to_read_is_woken_by_what_comes_and_by_the_end():
    async def go():
        subscription = Subscription(lambda _: "setup")
        await subscription.read()
        reading = asyncio.create_task(subscription.read())
        await asyncio.sleep(0)
        subscription.post("hello")
        assert await asyncio.wait_for(reading, 1) == "hello"
        reading = asyncio.create_task(subscription.read())
        await asyncio.sleep(0)
        subscription.close()
        assert await asyncio.wait_for(reading, 1) is None
        unread = Subscription(lambda _: "setup")
        unread.post("last words")
        unread.close()
        assert [await unread.read() for _ in range(3)] == ["setup", "last words", None]

    asyncio.run(go())
