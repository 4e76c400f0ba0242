/** The pages of a bond that signers issue: what they offer, what they request from signers, and what they refuse. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import { bondissuePage } from "~/effects/treasury/bonds/pages/issue.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { signersAction } from "~/effects/treasury/multisig/pages/actions.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { describeOnBothDatabases } from "../../../databases"
import { join } from "../../communities/communities/world"
import { counting } from "../../communities/founding/counting"
import { member, submitted, visit } from "../../publishing/dashboard/visits"
import { rolling } from "../bonds/escrowWorld"
import { ADA, minute, SERIES, terms } from "../bonds/world"
import { bothApprove } from "./bondWorld"
import { requestsIn } from "./submitting"
import { bea, cas, signing, world } from "./world"

const MOST = 6 // docs/product/safety.md

describeOnBothDatabases("the pages of a multisig bond", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, Idempotency.Default, HandOver.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect("lead to the signers' page with the terms, and refuse changed or excessive amounts", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const { id } = community
      const path = `/community/detail/${id}`
      const token = yield* member(ADA)
      yield* join(id, ADA, { role: "owner" })
      const see = <A, E, R>(at: string, program: Effect.Effect<A, E, R>) =>
        Effect.gen(function* () {
          const asked = yield* counting(visit(`${path}/${at}`, program, { token, params: { id } }))
          assert.isAtMost(asked.statements, MOST, at)
          return asked.value.value
        })
      const ask = (form: Readonly<Record<string, string>>) =>
        submitted(`${path}/signers`, signersAction, { token, params: { id }, form: Object.entries(form) })
      const refused = (form: Readonly<Record<string, string>>) =>
        visit(`${path}/signers`, signersAction, { token, params: { id }, form: Object.entries(form) }).pipe(
          Effect.map(({ value }) => ({ status: value.init?.status, message: value.data.message })),
          Effect.catchAll((ended) =>
            ended instanceof Response ? Effect.dieMessage("it was done") : Effect.fail(ended)
          )
        )
      yield* (yield* Bonds).saveDraft(community, ADA, { id: SERIES, version: 0, terms: { ...terms, ...rolling } })
      const draft = yield* see(`bondissue?draft=${SERIES}`, bondissuePage)
      assert.deepInclude(draft.review, { multisig: { needed: 2, signers: 3 }, isAsked: false, step: null })

      const stale = yield* refused({ intent: "propose-issue", series: SERIES, version: "9" })
      assert.strictEqual(stale.status, 409)
      assert.match(stale.message, /^The draft has changed since you opened this page/)
      const asked = yield* ask({ intent: "propose-issue", series: SERIES, version: String(draft.version) })
      assert.match(asked.to ?? "", /\/signers/)
      assert.deepInclude((yield* see(`bondissue?draft=${SERIES}`, bondissuePage)).review, { isAsked: true })
      const page = yield* see("signers", signersPage)
      if (page.state !== "multisig") return assert.fail("no signers")
      const [request] = requestsIn(page)
      assert.deepInclude<Readonly<Record<string, unknown>>>({ ...request?.payload }, { kind: "issue" })
      const offer = request?.payload.kind === "issue" ? request.payload.offer : null
      assert.deepInclude<Readonly<Record<string, unknown>>>({ ...offer }, { faceValue: "250", issuePrice: "230" })
      yield* bothApprove(community, request?.id ?? "", bea, cas)
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      // After an hour the session is marked as used; no page causes this statement.
      yield* visit(`${path}/signers`, signersPage, { token, params: { id } })

      const single = yield* see(`bondissued?series=${draft.code}`, bondissuedPage)
      if (single.view !== "single") return assert.fail("no series")
      assert.deepInclude(single.panel, { multisig: { needed: 2, signers: 3 } })
      assert.isNotNull(single.panel?.escrow?.offer ?? null)
      const buy = { intent: "propose-bond-escrow", series: SERIES, direction: "buy" }
      const why = (form: Readonly<Record<string, string>>) => Effect.map(refused(form), ({ message }) => message)
      assert.match(yield* why({ ...buy, units: "101" }), /^Choose 1 to 100 units/)
      assert.strictEqual((yield* refused({ ...buy, units: "many" })).status, 422)
      assert.strictEqual((yield* refused({ ...buy, series: "seriesbbbbbb" })).status, 404)
      assert.match(yield* why({ ...buy, intent: "propose-bond-back" }), /^Nothing is in escrow/)
      assert.match((yield* ask(buy)).to ?? "", /\/signers/)
      const after = yield* see(`bondissued?series=${draft.code}`, bondissuedPage)
      const fundedEscrow = after.view === "single" ? after.panel?.escrow?.escrow : undefined
      assert.deepInclude(fundedEscrow, { state: "asked", signerRule: "2 of #1# #2# #3#", problem: null })
      assert.match(yield* why(buy), /^Escrow 2 waits for the signers already/)
      const waiting = (yield* (yield* ApprovalRequestsRepo).waiting(id))[0]
      yield* bothApprove(community, waiting?.id ?? "", bea, cas)
      const escrow = yield* see(`bondissued?series=${draft.code}`, bondissuedPage)
      assert.strictEqual(escrow.view === "single" ? escrow.panel?.escrow?.escrow?.state : "", "funded")
    }).pipe(Effect.provide(Live))
  )
})
