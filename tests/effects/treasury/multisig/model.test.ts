/**
 * Signers' actions in any order, over weeks, with crashes, lagging queries and rule changes in between: money moves for
 * exactly those requests that all requested signers have signed, each once (docs/product/multisig.md).
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, TestClock } from "effect"
import { UnknownOnLedger } from "~/effects/chain/ledger/errors"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { RequestWorker } from "~/effects/treasury/multisig/RequestWorker.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { runs } from "../../../sets"
import { ada, approve, as, askOthers, balance, bea, cas, eve, kept, minute, propose, refuse, world, XRD } from "./world"

const RUNS = runs(3, 20)
const people = [ada, bea, cas] as const
const pairs = [
  ["#1#", "#2#"],
  ["#1#", "#3#"],
  ["#2#", "#3#"]
] as const

const kinds = [
  "propose",
  "sign",
  "sign",
  "sign",
  "sign",
  "refuse",
  "withdraw",
  "others",
  "rule",
  "fault",
  "crash",
  "lag",
  "wait",
  "minute"
] as const
interface Move {
  readonly kind: (typeof kinds)[number]
  readonly who: number
  readonly which: number
  readonly pair: number
}
const moves = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.nat(2),
    which: fc.nat(3),
    pair: fc.nat(2)
  }) as fc.Arbitrary<Move>,
  { minLength: 12, maxLength: 30 }
)

const played = (script: ReadonlyArray<Move>) =>
  Effect.gen(function* () {
    const community = yield* kept()
    const [requests, faults, ledger, proposing, sql] = [
      yield* ApprovalRequestsRepo,
      yield* Faults,
      yield* Ledger,
      yield* Proposing,
      yield* SqlClient.SqlClient
    ]
    const begun = yield* ledger.currentState()
    const lagging = new Ledger({
      ...ledger,
      currentState: () => Effect.succeed(begun),
      status: (txId) => new UnknownOnLedger({ what: txId }),
      subintentStatus: (hash) => new UnknownOnLedger({ what: hash })
    })
    const behind = RequestWorker.Default.pipe(Layer.fresh, Layer.provide(Layer.succeed(Ledger, lagging)))
    const payments: Array<string> = []
    /** By payment: who signed its current subintent. */
    const signed = new Map<string, { hash: string; by: Set<string> }>()
    const full = new Set<string>()
    for (const { kind, pair, which, who } of [{ kind: "propose", who: 0, which: 0, pair: 0 } as const, ...script]) {
      const by = people[who] ?? ada
      const sign = pairs[pair] ?? pairs[0]
      const id = payments[which % Math.max(1, payments.length)] ?? ""
      const step = Effect.gen(function* () {
        if (kind === "propose") payments.push((yield* propose(community, by, { amount: "7" as never, sign })).id)
        if (kind === "sign") {
          const { partId } = yield* approve(community, by, id)
          const known = signed.get(id)
          const now = known?.hash === partId ? known : { hash: partId, by: new Set<string>() }
          now.by.add(accountOf(by))
          signed.set(id, now)
          if (now.by.size === 2) full.add(id)
        }
        if (kind === "refuse") yield* refuse(community, by, id)
        if (kind === "withdraw") yield* proposing.withdraw(as(community, by), id)
        if (kind === "others") yield* askOthers(community, by, id, ...sign)
        if (kind === "rule") {
          const ids = which % 2 === 0 ? sign : ["#1#", "#2#", "#3#"]
          const rule = yield* proposing.rule(as(community, by), { ids, needed: 2, reason: "Another rule" })
          for (const each of rule.signers) {
            const signer = people.find((one) => accountOf(one) === each.account) ?? ada
            yield* approve(community, signer, rule.id)
          }
        }
        if (kind === "fault")
          yield* faults.change({ nextTransaction: which % 2 === 0 ? "CommittedFailure" : "Pending" })
        // As left by a server that crashes after submitting it and before recording the result.
        if (kind === "crash") {
          yield* sql`UPDATE approval_requests SET state = 'sent', decided_at = NULL WHERE state = 'committed' AND kind = 'payment'`
        }
        if (kind === "lag") yield* RequestWorker.minute.pipe(Effect.provide(behind))
        if (kind === "wait") yield* TestClock.adjust(`${which * 2 + 1} days`)
        if (kind === "minute") yield* minute
      })
      yield* Effect.ignore(step)
    }
    yield* faults.change({ nextTransaction: null })
    yield* TestClock.adjust("1 minute")
    for (let n = 0; n < 3; n++) yield* minute
    yield* TestClock.adjust("16 days")
    for (let n = 0; n < 3; n++) yield* minute
    const states = yield* Effect.forEach(payments, (id) =>
      Effect.map(requests.findOrFail(community.id, id), ({ state }) => state)
    )
    return { states, payments, full, paid: yield* balance(accountOf(eve), XRD) }
  })

const scripts = fc.sample(moves, { numRuns: RUNS, seed: 33 }).map((script, index) => [index, script] as const)

describeOnBothDatabases("requests in any order of events", (database) => {
  let moved = 0
  it.effect.each(scripts)(
    "move money for those that all have signed, each once, and end every other: script %i",
    ([, script]) =>
      Effect.gen(function* () {
        const { full, paid, payments, states } = yield* played(script)
        const done = payments.filter((_, index) => states[index] === "committed")
        const told = JSON.stringify({ script, states })
        assert.strictEqual(paid, 7 * done.length, told)
        for (const id of done) assert.isTrue(full.has(id), told)
        for (const state of states) assert.notInclude(["waiting", "sent", "mismatch"], state, told)
        moved += done.length
      }).pipe(Effect.provide(world(database))),
    240_000
  )

  // Scripts in which nothing is executed would prove nothing.
  it("move money in some scripts", () => assert.isAbove(moved, 0))
})
