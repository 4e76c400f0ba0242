/** What the pages of payouts, budgets and bonds offer to a signer who counts by a key and holds no badge. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { budgetsAction } from "~/effects/treasury/budgets/pages/actions.server"
import { budgetsPage } from "~/effects/treasury/budgets/pages/budgets.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import type { Signer } from "~/ledger/index"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { signIn, submitted, visit } from "../../publishing/dashboard/visits"
import { SERIES } from "../bonds/world"
import { DAY } from "../budgets/world"
import { multisigSale } from "./bondWorld"
import { listed } from "./lists"
import { joined, submitForm } from "./submitting"
import { ada, bea, countedByKeys, dan, eve, submit, world, XRD } from "./world"

/** Bea's badge goes to Dan, who is not a signer; Eve is a member without badge or key. */
const begun = (under: Effect.Effect<Community, unknown, Layer.Layer.Success<ReturnType<typeof world>>>) =>
  Effect.gen(function* () {
    const community = yield* Effect.orDie(under)
    yield* submit(
      `CALL_METHOD Address("${accountOf(bea)}") "withdraw_non_fungibles" Address("${community.ownerBadge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#2#"));
CALL_METHOD Address("${accountOf(dan)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
      bea
    )
    for (const who of [bea, dan, eve]) yield* joined(community, who)
    return community
  })

describeOnBothDatabases("a signer by key without a badge", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  const at = (community: Community, who: Signer) =>
    Effect.map(signIn(accountOf(who)), (token) => ({ token, params: { id: community.id } }))

  it.effect("sees, asks for and stops payouts, which other members do not see", () =>
    Effect.gen(function* () {
      const community = yield* begun(countedByKeys())
      const run = yield* listed(community)
      const path = `/community/detail/${community.id}/tokenDistribution`
      const see = (who: Signer, query: string) =>
        Effect.gen(function* () {
          return (yield* visit(`${path}${query}`, distributionPage, yield* at(community, who))).value
        })
      for (const who of [bea, dan]) {
        const page = yield* see(who, `?d=${run.number}`)
        assert.deepInclude(page, { view: "run", isHolder: true, multisig: { needed: 2, signers: 3 } })
        assert.deepInclude(page.view === "run" ? { ...page.preview } : {}, { ok: true, short: null })
        const list = yield* see(who, "")
        assert.deepStrictEqual(
          [list.view === "list" && list.isHolder, list.view === "list" && list.runs.length],
          [true, 1]
        )
        assert.deepInclude(yield* see(who, "?new"), { view: "new", multisig: { needed: 2, signers: 3 } })
      }
      assert.deepInclude(yield* see(eve, ""), { isHolder: false, runs: [] })
      for (const query of [`?d=${run.number}`, "?new"]) {
        assert.match((yield* Effect.flip(see(eve, query)))._tag, /^NotThere$|^NotTreasuryHolder$/, query)
      }
      const stop = (who: Signer) =>
        Effect.gen(function* () {
          const form = { intent: "stop" }
          return yield* submitted(`${path}?d=${run.number}`, distributionAction, {
            ...(yield* at(community, who)),
            form: Object.entries(form)
          })
        })
      const runs = yield* DistributionsRepo
      yield* stop(eve)
      assert.strictEqual((yield* runs.findOrFail(community.id, run.number)).state, "approved")
      yield* stop(bea)
      assert.strictEqual((yield* Effect.flip(runs.findOrFail(community.id, run.number)))._tag, "NotThere")
    }).pipe(Effect.provide(Live))
  )

  it.effect("sets up, asks for, pauses and orders from budgets", () =>
    Effect.gen(function* () {
      const community = yield* begun(countedByKeys())
      const path = `/community/detail/${community.id}/budgets`
      const see = (who: Signer, query: string) =>
        Effect.gen(function* () {
          return (yield* visit(`${path}${query}`, budgetsPage, yield* at(community, who))).value
        })
      const setup = yield* Budgets
      const number = yield* setup.make(community.id, accountOf(ada), {
        title: "Repairs of the greenhouse",
        resource: XRD,
        symbol: "XRD",
        divisibility: 18,
        total: AmountText.make("100"),
        most: null,
        payments: 4,
        untilAt: (yield* Clock.currentTimeMillis) + 10 * DAY,
        treasury: asAccount(community.treasuryAccount ?? "")
      })
      assert.deepInclude(yield* see(bea, ""), { view: "list", isHolder: true })
      assert.deepInclude(yield* see(bea, "?new"), { view: "new", isHolder: true })
      const page = yield* see(bea, `?b=${number}`)
      assert.deepInclude(page, { view: "one", isHolder: true, multisig: { needed: 2, signers: 3 } })
      assert.deepInclude(yield* see(eve, `?b=${number}`), { isHolder: false, mayOrder: false })
      const digest = page.view === "one" ? page.budget.digest : ""
      assert.strictEqual(yield* submitForm(community, bea, { intent: "propose-budget", b: String(number), digest }), "")
      assert.deepInclude(yield* see(bea, `?b=${number}`), { isHolder: true })
      const { to } = yield* submitted(`${path}?b=${number}`, budgetsAction, {
        ...(yield* at(community, bea)),
        form: [["intent", "give-up"]]
      })
      assert.isNotNull(to)
    }).pipe(Effect.provide(Live))
  )

  it.effect("sees the panel of a bond, with what can be asked of the signers", () =>
    Effect.gen(function* () {
      const community = yield* begun(multisigSale({}, countedByKeys))
      const { code } = yield* (yield* SeriesRepo).findOrFail(community.id, SERIES)
      const see = (who: Signer) =>
        Effect.gen(function* () {
          const path = `/community/detail/${community.id}/bondissued?series=${code}`
          const { value } = yield* visit(path, bondissuedPage, yield* at(community, who))
          return value.view === "single" ? value.panel : assert.fail("no series")
        })
      assert.deepInclude(yield* see(bea), { multisig: { needed: 2, signers: 3 } })
      assert.isNotNull((yield* see(bea))?.escrow?.offer ?? null)
      assert.isNull(yield* see(eve))
    }).pipe(Effect.provide(Live))
  )
})
