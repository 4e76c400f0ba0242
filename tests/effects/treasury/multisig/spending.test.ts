/** One rule decides for every way of spending whether a vote has to approve it (docs/product/treasury.md#when-a-vote-is-needed). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import type { Community, GovernanceSettings } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { registered } from "../claims/world"
import { issueAsked } from "./bondWorld"
import { listed } from "./lists"
import { submitForm } from "./submitting"
import { ada, approve, ask, balance, bea, cas, eve, propose, signing, world, XRD } from "./world"

/** Sets the community's rules, in the database and in the row that the test continues with. */
const ruled = (community: Community, memberCount: number, changes: Partial<GovernanceSettings>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { freePayout: _free, signersPayWithoutVote: _signers, ...rules } = community.governance
    const governance: GovernanceSettings = { ...rules, ...changes }
    yield* sql`UPDATE communities SET member_count = ${memberCount}, governance = ${JSON.stringify(governance)}
      WHERE id = ${community.id}`
    return { ...community, memberCount, governance }
  })

/** Six XRD each, except the budget's hundred; returns the refusal, or nothing. */
const ways = {
  payment: (community: Community) =>
    submitForm(community, ada, {
      intent: "propose-payment",
      resource: XRD,
      amount: "6",
      payee: accountOf(eve),
      reason: "Pump repair",
      vote: ""
    }),
  list: (community: Community) =>
    Effect.gen(function* () {
      const { digest, number } = yield* listed(community)
      return yield* submitForm(community, ada, { intent: "propose-escrow", d: String(number), digest: digest ?? "" })
    }),
  budget: (community: Community) =>
    Effect.gen(function* () {
      const number = yield* (yield* Budgets).make(community.id, accountOf(ada), {
        title: "Repairs of the greenhouse",
        resource: XRD,
        symbol: "XRD",
        divisibility: 18,
        total: AmountText.make("100"),
        most: null,
        payments: 4,
        untilAt: (yield* Clock.currentTimeMillis) + 10 * 86_400_000,
        treasury: asAccount(community.treasuryAccount ?? "")
      })
      const { digest } = yield* (yield* BudgetsRepo).findOrFail(community.id, number)
      return yield* submitForm(community, ada, { intent: "propose-budget", b: String(number), digest })
    }),
  bond: (community: Community) =>
    Effect.match(issueAsked(community), { onSuccess: () => "", onFailure: ({ message }) => message })
} as const
type Way = keyof typeof ways

const rules: ReadonlyArray<readonly [number, Partial<GovernanceSettings>, ReadonlyArray<Way>]> = [
  [3, {}, ["payment", "list", "budget", "bond"]],
  [4, {}, ["bond"]],
  [4, { freePayout: AmountText.make("5.99") }, ["bond"]],
  [4, { freePayout: AmountText.make("200") }, ["payment", "list", "budget", "bond"]],
  [4, { signersPayWithoutVote: true }, ["payment", "bond"]],
  [4, { signersPayWithoutVote: false }, ["bond"]],
  [4, { bondsNeedVote: true }, []],
  [3, { bondsNeedVote: true }, ["payment", "list", "budget"]]
]

describeOnBothDatabases("spending from a multisig treasury", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect.each(rules)(
    "with %i members and the rules %o needs a vote except for %o",
    ([members, changes, free]) =>
      Effect.gen(function* () {
        const community = yield* ruled(yield* signing(), members, changes)
        const went: Array<string> = []
        for (const [way, spend] of Object.entries(ways)) {
          const said = yield* spend(community)
          if (said === "") went.push(way)
          else
            assert.match(
              said,
              /^A vote (has to|must) approve|^A vote has to decide|by a vote\. Put it to a vote first/,
              way
            )
        }
        assert.deepStrictEqual(went, [...free])
      }).pipe(Effect.provide(Live)),
    60_000
  )

  it.effect(
    "checks the rule again when a payment is approved, and counts what was paid without a vote",
    () =>
      Effect.gen(function* () {
        const small = yield* signing()
        const [one, other] = [yield* propose(small), yield* propose(small)]
        // A fourth member joins while both wait.
        const grown = yield* ruled(small, 4, {})
        assert.match(
          (yield* Effect.flip(ask(grown, bea, one.id))).message,
          /^A vote has to decide on this payment first/
        )
        assert.strictEqual(yield* balance(accountOf(eve), XRD), 0)
        const free = yield* ruled(small, 4, { freePayout: AmountText.make("500") })
        yield* approve(free, bea, one.id)
        assert.strictEqual((yield* approve(free, cas, one.id)).act.state, "committed")
        const approvals = yield* PayoutApprovals
        assert.strictEqual((yield* approvals.paidFreely(small.id, XRD)) as string, "420")
        const refused = yield* Effect.flip(ask(free, bea, other.id))
        assert.deepInclude(refused, { code: "E-VOTE", status: 409 })
        assert.match(refused.message, /at most 500 XRD may leave in 30 days, and 420 XRD of it is paid/)
        assert.strictEqual(yield* balance(accountOf(eve), XRD), 420)
      }).pipe(Effect.provide(Live)),
    60_000
  )

  it.effect(
    "shows for each payment without a vote that there was none, and why",
    () =>
      Effect.gen(function* () {
        const community = yield* ruled(yield* signing(), 4, { signersPayWithoutVote: true })
        yield* registered(accountOf(bea))
        const request = yield* propose(community)
        assert.deepInclude(request.payload, { noVote: "setting", vote: null })
        const sql = yield* SqlClient.SqlClient
        const notified = yield* sql<{
          text: string
        }>`SELECT text FROM notifications WHERE account_address = ${accountOf(bea)}`
        assert.match(notified.map(({ text }) => text).join(), /No vote: the rules of the community let its signers pay/)
        yield* approve(community, bea, request.id)
        yield* approve(community, cas, request.id)
        const events = yield* sql<{ data: string }>`SELECT data FROM activity_events
          WHERE community_id = ${community.id} AND type = 'keepersPaid'`
        assert.deepStrictEqual(
          events.map(({ data }) => JSON.parse(data).noVote),
          ["setting"]
        )
        assert.strictEqual(
          (yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, request.id)).state,
          "committed"
        )
      }).pipe(Effect.provide(Live)),
    60_000
  )
})
