/**
 * Signers' actions in any order, over weeks, under a rule over badges or keys that changes in between, with crashes,
 * lagging queries, and signatures that anybody collects and submits elsewhere: a request is executed only with as many
 * valid signatures as the rule of that moment needs, once, and all others end (docs/product/multisig.md).
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, TestClock } from "effect"
import { UnknownOnLedger } from "~/effects/chain/ledger/asking.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import type { SignerRule } from "~/effects/treasury/deployment/roles"
import { countsKeys } from "~/effects/treasury/deployment/seatIds"
import type { ApprovalRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { isTransactionRequest, takenBy } from "~/effects/treasury/multisig/approvalMessages"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { RequestWorker } from "~/effects/treasury/multisig/RequestWorker.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { type Amount, amountOf, formatAmount, ONE, type Signer } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { runs } from "../../../sets"
import { issueAsked } from "./bondWorld"
import { submitElsewhere } from "./elsewhere"
import { listed, proposed } from "./lists"
import {
  ada,
  approve,
  as,
  askOthers,
  balance,
  bea,
  cas,
  eve,
  keyIdOf,
  keysOf,
  minute,
  NUMBERS,
  propose,
  refuse,
  ruleOf,
  rules,
  world,
  XRD
} from "./world"

const RUNS = runs(4, 20)
const people = [ada, bea, cas] as const
const pairs = [
  ["#1#", "#2#"],
  ["#1#", "#3#"],
  ["#2#", "#3#"]
] as const
/** Who signs elsewhere: too few, a stranger in the place of one, a pair of which a rule may have removed one, all. */
const groups: ReadonlyArray<ReadonlyArray<Signer>> = [
  [ada],
  [bea, eve],
  [ada, bea],
  [ada, cas],
  [bea, cas],
  [ada, bea, cas, eve]
]

const kinds = [
  "pay",
  "pay",
  "several",
  "list",
  "issue",
  "sign",
  "sign",
  "sign",
  "sign",
  "sign",
  "elsewhere",
  "elsewhere",
  "refuse",
  "withdraw",
  "others",
  "rule",
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
    which: fc.nat(11),
    pair: fc.nat(2)
  }) as fc.Arbitrary<Move>,
  { minLength: 14, maxLength: 34 }
)

/** One payment is made in any case. */
const first: ReadonlyArray<Move> = [
  { kind: "pay", who: 0, which: 0, pair: 0 },
  { kind: "sign", who: 0, which: 0, pair: 0 },
  { kind: "sign", who: 1, which: 0, pair: 0 },
  { kind: "pay", who: 2, which: 0, pair: 1 }
]

/** Whether the ledger executes the present form of a request with the signatures of these people. */
const isValid = ({ signers }: ApprovalRequest, by: ReadonlyArray<Signer>, rule: SignerRule | null): boolean => {
  if (rule === null) return false
  const shown = countsKeys({ ids: signers.map(({ id }) => id) }) ? [] : signers
  const isShownBy = shown.every(({ account }) => by.some((who) => accountOf(who) === account))
  const counting = countsKeys(rule) ? by.map(keyIdOf) : shown.map(({ id }) => id)
  return isShownBy && counting.filter((id) => rule.ids.includes(id)).length >= rule.needed
}

/** What leaves the treasury with a request. */
const takenFrom = ({ payload }: ApprovalRequest): Amount => {
  if (payload.kind === "payment") return takenBy(payload)
  return isTransactionRequest(payload) && payload.kind === "parking"
    ? payload.amounts.reduce((sum, { amount }) => sum + amountOf(amount), 0n)
    : 0n
}

const played = (script: ReadonlyArray<Move>, begin: (typeof rules)[number][1]) =>
  Effect.gen(function* () {
    const community = yield* begin()
    const [repo, faults, ledger, proposing, sql] = [
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
    const all = repo.first(community.id, [], 1_000)
    /** By hash: who signed this form here. */
    const signed = new Map<string, ReadonlyArray<Signer>>()
    /** Requests that once had as many valid signatures as were needed. */
    const full = new Set<string>()
    const signs = (by: Signer, request: ApprovalRequest) =>
      Effect.gen(function* () {
        const hash = request.request?.hash ?? ""
        const so = [...(signed.get(hash) ?? []), by]
        if (isValid(request, so, yield* ruleOf(community))) full.add(request.id)
        yield* approve(community, by, request.id)
        signed.set(hash, so)
      })
    for (const { kind, pair, which, who } of [...first, ...script]) {
      const by = people[who] ?? ada
      const rule = yield* ruleOf(community)
      const named = pairs[pair] ?? pairs[0]
      const sign = rule !== null && countsKeys(rule) ? [] : named
      const known = yield* all
      const request = known[which % known.length]
      const further = [{ amount: "5" as never, payee: accountOf(by) }]
      const step = Effect.gen(function* () {
        if (kind === "pay") yield* propose(community, by, { amount: "7" as never, sign })
        if (kind === "several") yield* propose(community, by, { amount: "7" as never, further, sign })
        if (kind === "list") yield* proposed(community, yield* listed(community), by)
        if (kind === "issue") yield* issueAsked(community, {}, by)
        if (kind === "rule") {
          const ids = which % 3 === 0 ? named : NUMBERS
          const keys = which % 2 === 0 ? keysOf(...people) : undefined
          const change = yield* proposing.rule(as(community, by), { ids, needed: 2, keys, reason: "Another rule" })
          for (const each of people) yield* Effect.ignore(signs(each, change))
        }
        if (kind === "fault")
          yield* faults.change({ nextTransaction: which % 2 === 0 ? "CommittedFailure" : "Pending" })
        // As left by a server that crashes after submitting it and before recording the result.
        if (kind === "crash") {
          yield* sql`UPDATE approval_requests SET state = 'sent', decided_at = NULL WHERE state = 'committed' AND kind = 'payment'`
        }
        if (kind === "lag") yield* RequestWorker.minute.pipe(Effect.provide(behind))
        if (kind === "wait") yield* TestClock.adjust(`${(which % 4) * 2 + 1} days`)
        if (kind === "minute") yield* minute
        if (request === undefined) return
        if (kind === "sign") yield* signs(by, request)
        if (kind === "elsewhere") {
          const group = groups[(which + pair) % groups.length] ?? []
          if (isValid(request, group, rule)) full.add(request.id)
          yield* submitElsewhere(request, ...group)
        }
        if (kind === "refuse") yield* refuse(community, by, request.id)
        if (kind === "withdraw") yield* proposing.withdraw(as(community, by), request.id)
        if (kind === "others") yield* askOthers(community, by, request.id, ...named)
      })
      yield* Effect.ignore(step)
    }
    yield* faults.change({ nextTransaction: null })
    yield* TestClock.adjust("1 minute")
    for (let n = 0; n < 3; n++) yield* minute
    yield* TestClock.adjust("16 days")
    for (let n = 0; n < 3; n++) yield* minute
    const treasury = yield* balance(community.treasuryAccount ?? "", XRD)
    return { requests: yield* all, full, treasury, paid: yield* balance(accountOf(eve), XRD) }
  })

const scripts = fc.sample(moves, { numRuns: RUNS, seed: 33 }).map((script, index) => [index, script] as const)

describeOnBothDatabases("requests in any order of events", (database) => {
  const done = new Set<string>()
  it.effect.each(scripts)(
    "are executed with as many valid signatures as needed, each once, and every other ends: script %i",
    ([index, script]) =>
      Effect.gen(function* () {
        const [, begin] = rules[index % 2] ?? rules[0]
        const { full, paid, requests, treasury } = yield* played(script, begin)
        const executed = requests.filter(({ state }) => state === "committed")
        const reported = JSON.stringify({ script, states: requests.map(({ kind, state }) => [kind, state]) })
        const payments = executed.filter(({ kind }) => kind === "payment")
        assert.strictEqual(paid, 7 * payments.length, reported)
        const taken = executed.reduce((sum, request) => sum + takenFrom(request), 0n)
        assert.strictEqual(treasury, Number(formatAmount(10_000n * ONE - taken)), reported)
        for (const { id } of executed) assert.isTrue(full.has(id), reported)
        for (const { state } of requests) assert.notInclude(["waiting", "sent", "mismatch"], state, reported)
        for (const { kind, signers } of executed) {
          done.add(`${kind} by ${countsKeys({ ids: signers.map(({ id }) => id) }) ? "keys" : "badges"}`)
        }
      }).pipe(Effect.provide(DistributionsLive.pipe(Layer.provideMerge(world(database))))),
    240_000
  )

  // Scripts in which nothing is executed would prove nothing.
  it("are executed in some scripts, under either rule", () =>
    assert.includeMembers([...done], ["payment by badges", "payment by keys"], [...done].join(", ")))
})
