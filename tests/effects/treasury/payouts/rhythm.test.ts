/** The days of a recurring payout, and what is refused. */

import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { CommunityId } from "~/effects/access/Community"
import type { Rhythm } from "~/effects/treasury/payouts/Distribution"
import { batchesOf, firstOf, planOf } from "~/effects/treasury/payouts/list/batches"
import { MOST_PAYOUTS, payoutsOf, rhythmProblem, rhythmWords } from "~/effects/treasury/payouts/list/rhythm"

const DAY = 86_400_000
const day = (text: string) => Date.parse(`${text}T00:00Z`)
const reported = (rhythm: Rhythm) => payoutsOf(rhythm).map((at) => new Date(at).toISOString().slice(0, 10))
const NOW = day("2026-11-23") + 14 * 3_600_000

describe("a payout schedule", () => {
  it("is the same day each month, or the last of a shorter month, or each seventh day", () => {
    assert.deepEqual(reported({ every: "month", first: day("2027-01-31"), last: day("2027-04-30") }), [
      "2027-01-31",
      "2027-02-28",
      "2027-03-31",
      "2027-04-30"
    ])
    const weekly = { every: "week", first: day("2026-12-28"), last: day("2027-01-11") } as const
    assert.deepEqual(reported(weekly), ["2026-12-28", "2027-01-04", "2027-01-11"])
    assert.strictEqual(rhythmWords(weekly), "3 payouts, each week from 28 Dec 2026 to 11 Jan 2027")
  })

  it("is refused by field: past, backwards, only once, too often, too much", () => {
    const first = day("2026-12-01")
    const problem = (over: Partial<Rhythm>, rows = 10) =>
      rhythmProblem({ every: "month", first, last: day("2027-02-01"), ...over }, { now: NOW, rows, total: 1n })
    assert.isNull(problem({}))
    assert.isNull(problem({ first: day("2026-11-23") }))
    assert.deepEqual(problem({ first: day("2026-11-22") }), {
      first: "This day has passed. Choose today or later."
    })
    assert.deepEqual(problem({ last: day("2026-11-30") }), { last: "The last day is before the first." })
    assert.deepEqual(problem({ last: first }), {
      last: "That is only one payout. Choose a later last day, or pay once."
    })
    assert.deepEqual(problem({ every: "week", last: day("2030-01-01") }), {
      last: "At most 60 payouts. Choose an earlier last day."
    })
    assert.deepEqual(problem({}, 4_000), {
      last: "12,000 payments in all; at most 10,000. Choose an earlier last day."
    })
  })

  it("ascends, begins with its first day, ends by its last, and stops one above the limit", () => {
    const days = fc.integer({ min: 0, max: 40_000 })
    fc.assert(
      fc.property(fc.constantFrom("week" as const, "month" as const), days, fc.nat(3_000), (every, first, span) => {
        const rhythm = { every, first: first * DAY, last: (first + span) * DAY } as const
        const times = payoutsOf(rhythm)
        assert.strictEqual(times[0], rhythm.first)
        assert.isAtMost(times.at(-1) ?? 0, rhythm.last)
        assert.isAtMost(times.length, MOST_PAYOUTS + 1)
        assert.isTrue(times.every((at, n) => n === 0 || at > (times[n - 1] ?? 0)))
      })
    )
  })
})

describe("batches of a recurring payout", () => {
  const row = (line: number, dueAt: number | null) => ({ line, account: `account_${line}`, amount: 1n, dueAt })

  it("never pay two days together, and are cut as before for a single payout", () => {
    const due = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null })
    fc.assert(
      fc.property(fc.array(due, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (dues, size) => {
        const rows = dues.map((dueAt, line) => row(line, dueAt))
        const batches = batchesOf(rows, size)
        assert.sameMembers(
          batches.flatMap((batch) => batch.rows.map(({ line }) => line)),
          rows.map(({ line }) => line)
        )
        assert.deepEqual(
          batches.map(({ n }) => n),
          batches.map((_, index) => index + 1)
        )
        for (const batch of batches) {
          assert.isAtMost(batch.rows.length, size)
          assert.isTrue(batch.rows.every(({ dueAt }) => (dueAt ?? null) === batch.dueAt))
        }
      })
    )
    const once = [row(1, null), row(2, null), row(3, null)]
    assert.deepEqual(
      batchesOf(once, 2).map(({ rows }) => rows.length),
      [2, 1]
    )
    assert.deepEqual(firstOf([row(1, 7), row(2, 7), row(3, 8)]).length, 2)
  })

  it("state their days in what a vote decides on", () => {
    const run = {
      id: "r",
      title: "Harvest",
      symbol: "GRD",
      communityId: CommunityId.make("aaaaaaaaaaaa"),
      resource: "x",
      mode: "direct"
    } as const
    const [first, second] = [day("2026-12-01"), day("2027-01-01")]
    const plan = planOf(run, [row(1, first), row(2, first), row(3, second), row(4, second)])
    const { rows, words } = plan as { readonly rows: ReadonlyArray<ReadonlyArray<string>>; readonly words: unknown }
    assert.deepEqual(rows[2], ["account_3", "0.000000000000000001", "2027-01-01"])
    assert.deepEqual(words, [
      "Pays 2 accounts 0.000000000000000004 GRD in all, in 2 payouts from 2026-12-01 to 2027-01-01: Harvest."
    ])
  })
})
