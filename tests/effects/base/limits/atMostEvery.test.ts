import { assert, it } from "vitest"
import { atMostEvery } from "~/effects/server/http/freshness.server"

it("atMostEvery runs the first request immediately, then at intervals, and never loses the last one", () => {
  let now = 0
  let due: { readonly at: number; readonly act: () => void } | undefined
  const done: Array<number> = []
  const ask = atMostEvery(500, () => done.push(now), {
    now: () => now,
    later: (act, millis) => {
      assert.isUndefined(due, "one timer at a time")
      due = { at: now + millis, act }
    }
  })
  const until = (time: number) => {
    if (due !== undefined && due.at <= time) {
      const { act, at } = due
      due = undefined
      now = at
      act()
    }
    now = time
  }
  for (const [at, before] of [
    [0, []],
    [10, [0]],
    [20, [0]],
    [510, [0, 500]],
    [2_000, [0, 500, 1_000]],
    [2_499, [0, 500, 1_000, 2_000]]
  ] as ReadonlyArray<readonly [at: number, before: ReadonlyArray<number>]>) {
    until(at)
    assert.deepStrictEqual<ReadonlyArray<number>>(done, before, `before ${at}`)
    ask()
  }
  until(9_000)
  assert.deepStrictEqual(done, [0, 500, 1_000, 2_000, 2_500])
})
