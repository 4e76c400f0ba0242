import { assert, describe, it } from "vitest"
import { FRESH_FOR, makeFreshness } from "~/effects/server/http/freshness.server"

/** Promises are resolved when a macrotask runs. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A database with a revision, a clock, and a record of queries. */
const world = () => {
  let time = 0
  let timers: Array<{ readonly at: number; readonly act: () => void }> = []
  const database = { revision: 5, isDown: false, answers: Promise.resolve() as Promise<unknown> }
  const asked = { reads: 0, raises: 0, changes: 0 }
  const respond = async (make: () => number) => {
    await database.answers
    if (database.isDown) throw new Error("down")
    return make()
  }
  const freshness = makeFreshness({
    read: () => {
      asked.reads++
      return respond(() => database.revision)
    },
    raise: () => {
      asked.raises++
      return respond(() => ++database.revision)
    },
    changed: () => {
      asked.changes++
    },
    timers: { now: () => time, later: (act, millis) => void timers.push({ at: time + millis, act }) }
  })
  const later = async (millis: number) => {
    time += millis
    const due = timers.filter(({ at }) => at <= time)
    timers = timers.filter(({ at }) => at > time)
    for (const { act } of due) act()
    await settled()
  }
  return { asked, database, freshness, later }
}

describe("freshness", () => {
  it("is queried once for many visitors, and lasts a moment", async () => {
    const { asked, freshness, later } = world()
    assert.isFalse(freshness.isFresh())
    await Promise.all([freshness.refresh(), freshness.refresh(), freshness.refresh()])
    assert.isTrue(freshness.isFresh())
    await freshness.refresh()
    assert.strictEqual(asked.reads, 1)
    await later(FRESH_FOR + 1)
    assert.isFalse(freshness.isFresh())
  })

  it("is queried ahead while visitors come, and not while none comes", async () => {
    const { asked, freshness, later } = world()
    await freshness.refresh()
    for (let n = 0; n < 10; n++) {
      await later(100)
      assert.isTrue(freshness.isFresh())
    }
    assert.isAtMost(asked.reads, 6)
    const before = asked.reads
    await later(60_000)
    assert.strictEqual(asked.reads, before)
  })

  it("ends with another server's write, and not with our own", async () => {
    const { asked, database, freshness, later } = world()
    await freshness.refresh()
    const { changes } = asked
    freshness.wrote()
    await settled()
    await later(FRESH_FOR + 1)
    await freshness.refresh()
    assert.strictEqual(asked.changes, changes)
    database.revision++
    await later(FRESH_FOR + 1)
    await freshness.refresh()
    assert.strictEqual(asked.changes, changes + 1)
    // Another server wrote just before us: our own number reveals it as well.
    database.revision++
    freshness.wrote()
    await later(FRESH_FOR)
    assert.strictEqual(asked.changes, changes + 2)
  })

  it("announces many writes at most five times a second, and forgets none", async () => {
    const { asked, freshness, later } = world()
    for (let n = 0; n < 100; n++) {
      freshness.wrote()
      await later(10)
    }
    await later(1_000)
    assert.isAtMost(asked.raises, 7)
    assert.isAtLeast(asked.raises, 5)
  })

  it("delays nobody while the database does not respond, and announces later what is due", async () => {
    const { asked, database, freshness, later } = world()
    await freshness.refresh()
    database.isDown = true
    freshness.wrote()
    await later(FRESH_FOR + 1)
    await freshness.refresh()
    assert.isTrue(freshness.isFresh())
    database.isDown = false
    await later(FRESH_FOR + 1)
    assert.isTrue(freshness.isFresh())
    await later(FRESH_FOR + 1)
    assert.strictEqual(database.revision, 6)
    assert.strictEqual(asked.raises, 2)
  })

  it("waits at most a quarter of a second for a response", async () => {
    const { database, freshness, later } = world()
    let respondNow = () => {}
    database.answers = new Promise<void>((resolve) => (respondNow = resolve))
    let isOver = false
    const checking = freshness.refresh().then(() => {
      isOver = true
    })
    await later(249)
    assert.isFalse(isOver)
    await later(1)
    assert.isTrue(isOver)
    assert.isTrue(freshness.isFresh())
    respondNow()
    await checking
    await later(FRESH_FOR + 1)
    await freshness.refresh()
    assert.isTrue(freshness.isFresh())
  })
})
