/**
 * However keepers ask, sign, decline, take back and wait: never do as many badges live on loan as open the treasury. And
 * of two who ask at the same moment, the database lets one.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Either, FastCheck } from "effect"
import { describe, test } from "vitest"
import { isLive, type KnownPart, LOAN_MS, nextFor } from "~/effects/treasury/keepers/loans"
import { describeOnBothDatabases } from "../../../databases"
import { ada, ask, bea, cas, kept, propose, world } from "./world"

interface Move {
  readonly kind: "ask" | "sign" | "decline" | "withdraw" | "commit" | "wait"
  readonly who: number
  readonly act: number
  readonly minutes: number
}

const moves = FastCheck.array(
  FastCheck.record({
    kind: FastCheck.constantFrom("ask", "ask", "ask", "sign", "sign", "decline", "withdraw", "commit", "wait"),
    who: FastCheck.nat(4),
    act: FastCheck.nat(2),
    minutes: FastCheck.nat(6)
  }) as FastCheck.Arbitrary<Move>,
  { maxLength: 80 }
)

const KEEPERS = ["#1#", "#2#", "#3#", "#4#", "#5#"]

/** A treasury as the service keeps it, in memory. Answers the most badges that lived on loan, and payments made. */
const play = (needed: number, all: ReadonlyArray<Move>) => {
  const rule = { ids: KEEPERS, needed }
  let [now, most, paid] = [1_000_000, 0, 0]
  let parts: ReadonlyArray<KnownPart> = []
  const change = (change: (part: KnownPart) => KnownPart) => {
    parts = parts.map(change)
  }
  for (const { act, kind, minutes, who } of all) {
    const [actId, badgeId] = [`act${act}`, KEEPERS[who] ?? ""]
    if (kind === "wait") now += minutes * 60_000
    if (kind === "ask") {
      const next = nextFor({ actId, badgeId, rule, parts, now })
      const base = { actId, account: `account_tdx_2_${who}` as KnownPart["account"], badgeId, actNumber: act }
      if (next.does === "lend" && next.again === null) {
        const part = { ...base, id: `p${parts.length}`, kind: "loan", state: "asked", actState: "waiting" } as const
        parts = [...parts, { ...part, expiresAt: now + LOAN_MS }]
      }
      if (next.does === "pay") {
        assert.lengthOf(new Set(next.lenders.map((part) => part.badgeId)), needed - 1)
        assert.notInclude(
          next.lenders.map((part) => part.badgeId),
          badgeId
        )
      }
    }
    if (kind === "sign" || kind === "decline") {
      const state = kind === "sign" ? "signed" : "declined"
      change((part) =>
        part.badgeId === badgeId && part.actId === actId && part.state === "asked" && part.expiresAt > now
          ? { ...part, state }
          : part
      )
    }
    if (kind === "withdraw") change((part) => (part.actId === actId ? { ...part, actState: "withdrawn" } : part))
    if (kind === "commit") {
      const next = nextFor({ actId, badgeId, rule, parts, now })
      if (next.does === "pay") {
        paid++
        const used = next.lenders.map(({ id }) => id)
        change((part) => (used.includes(part.id) ? { ...part, state: "used", actState: "committed" } : part))
      }
    }
    most = Math.max(most, new Set(parts.filter((part) => isLive(part, now)).map((part) => part.badgeId)).size)
  }
  return { most, paid }
}

describe("loans", () => {
  test("never as many live at once as are needed, in any order of events", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 2, max: 5 }), moves, (needed, all) => {
        assert.isBelow(play(needed, all).most, needed)
      }),
      { numRuns: 1_000 }
    )
  })

  test("as many as are needed pay: one lends and signs, another one is the last", () => {
    const by = (kind: Move["kind"], who: number): Move => ({ kind, who, act: 0, minutes: 0 })
    assert.strictEqual(play(2, [by("ask", 0), by("sign", 0), by("commit", 1)]).paid, 1)
    assert.strictEqual(play(3, [by("ask", 0), by("sign", 0), by("commit", 1)]).paid, 0)
  })

  test("a loan that was only asked for counts as one that was signed", () => {
    const part: KnownPart = {
      id: "p",
      actId: "a",
      account: "account_tdx_2_1" as KnownPart["account"],
      badgeId: "#1#",
      kind: "loan",
      state: "asked",
      expiresAt: 100_000,
      actNumber: 1,
      actState: "waiting"
    }
    const asking = { actId: "a", badgeId: "#2#", rule: { ids: KEEPERS, needed: 2 }, parts: [part], now: 50_000 }
    assert.strictEqual(nextFor(asking).does, "full")
    // A minute longer than it lives: clocks may differ.
    assert.strictEqual(nextFor({ ...asking, now: 159_000 }).does, "full")
    assert.strictEqual(nextFor({ ...asking, now: 160_000 }).does, "lend")
    assert.strictEqual(nextFor({ ...asking, actId: "b", now: 50_000 }).does, "busy")
  })

  test("what leaves fewer badges needed waits until nothing else is on loan, whatever that was for", () => {
    const other: KnownPart = {
      id: "p",
      actId: "a",
      account: "account_tdx_2_1" as KnownPart["account"],
      badgeId: "#1#",
      kind: "loan",
      state: "signed",
      expiresAt: 600_000,
      actNumber: 1,
      actState: "withdrawn"
    }
    const own = { ...other, id: "q", actId: "b", badgeId: "#2#", actState: "waiting" } as const
    const asking = {
      actId: "b",
      badgeId: "#3#",
      rule: { ids: KEEPERS, needed: 2 },
      parts: [other, own],
      now: 50_000
    }
    assert.strictEqual(nextFor(asking).does, "pay")
    assert.strictEqual(nextFor({ ...asking, loosens: true }).does, "busy")
    assert.strictEqual(nextFor({ ...asking, parts: [own], loosens: true }).does, "pay")
  })
})

describeOnBothDatabases("keepers who ask at the same moment", (database) => {
  it.effect("one is asked to lend, the others hear why not", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const act = yield* propose(community)
      const ended = yield* Effect.forEach([ada, bea, cas], (who) => Effect.either(ask(community, who, act.id)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(ended.filter(Either.isRight).length, 1)
      for (const each of ended.filter(Either.isLeft)) {
        assert.match(each.left.message, /^One badge is lent or asked for, which is as many as may be at once\./)
      }
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("also for two payments at once: never two loans on one treasury", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const [one, other] = [yield* propose(community), yield* propose(community, bea)]
      const ended = yield* Effect.all(
        [Effect.either(ask(community, ada, one.id)), Effect.either(ask(community, bea, other.id))],
        { concurrency: "unbounded" }
      )
      assert.strictEqual(ended.filter(Either.isRight).length, 1)
    }).pipe(Effect.provide(world(database)))
  )
})
