/** Bond series from draft to issue, and their cancelling. Sales, Settlements and SeriesLife handle the rest. */
import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { ruleText } from "~/effects/treasury/deployment/roles"
import { type HeldTreasury, openerOf, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { BatchRefused, CHANGED_DRAFT, NeedsVote, wrongSeriesState } from "./errors"
import type { IssueOf } from "./issueStep.server"
import { ISSUE_KIND, issueKey, issueManifest } from "./manifests"
import { OrderEnds } from "./OrderEnds.server"
import { OrdersRepo } from "./OrdersRepo.server"
import { isEditable, type Series } from "./Series"
import { makeSeriesDrafts } from "./SeriesDrafts.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { Collateral } from "./secured/Collateral.server"
import { securityOf } from "./secured/secured"
import { termsDigest } from "./terms"

/** Orders that are ended in one query. */
const AT_ONCE = 500

const requireDraft = (series: Series, action: string) =>
  isEditable(series.state) ? Effect.void : wrongSeriesState(series, action)

export class Bonds extends Effect.Service<Bonds>()("treasury/bonds/Bonds", {
  dependencies: [
    SeriesRepo.Default,
    Collateral.Default,
    PreparedTransactions.Default,
    FeatureFlags.Default,
    TreasuryHolders.Default,
    CommunityCounts.Default,
    OrdersRepo.Default,
    OrderEnds.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { appOrigin } = yield* Settings
    const repo = yield* SeriesRepo
    const flags = yield* FeatureFlags
    const steps = yield* PreparedTransactions
    const holders = yield* TreasuryHolders
    const { discard, restore, save } = yield* makeSeriesDrafts
    const ledger = yield* Ledger
    const collateral = yield* Collateral
    const counts = yield* CommunityCounts
    const orders = yield* OrdersRepo
    const activity = yield* Activity
    const { end } = yield* OrderEnds

    /** Cancels a series before its first settlement; every order ends unused (docs/product/bonds.md). */
    const cancel = Effect.fn("Bonds.cancel")(function* (
      communityId: CommunityId,
      id: string,
      actor: AccountAddress | null,
      reason: string
    ) {
      yield* repo.turn(id)
      const series = yield* repo.findOrFail(communityId, id)
      const mayEnd = series.settledUnits === 0 && ["scheduled", "open", "settling"].includes(series.state)
      const [first] = yield* orders.unsettled(id, "buy", 1)
      if (!mayEnd || (first?.settlingOrders ?? 0) > 0) return yield* wrongSeriesState(series, "cancelling it")
      yield* repo.move(id, [series.state], { state: "cancelled", endedReason: reason })
      for (let ended = AT_ONCE; ended === AT_ONCE; ) {
        const waiting = yield* orders.waiting(id, "buy", 0, AT_ONCE)
        yield* Effect.forEach(waiting, (order) => end({ order, series, from: ["signed"], state: "lapsed" }))
        ended = waiting.length
      }
      if (series.state === "open") yield* counts.countOpenSales(communityId, -1)
      yield* activity.record({
        communityId: series.communityId,
        actor,
        type: "seriesCancelled",
        target: `/community/detail/${communityId}/bondissued?series=${series.code}`,
        data: { code: series.code, reason },
        visibility: "public"
      })
    }, atomically(sql))

    /** Freezes the terms for a vote; the proposal's action names their hash. */
    const propose = Effect.fn("Bonds.propose")(function* (
      communityId: CommunityId,
      id: string,
      proposalId: ProposalId
    ) {
      const series = yield* repo.findOrFail(communityId, id)
      const digest = termsDigest(series)
      const moved = yield* repo.move(id, ["draft"], { state: "proposed", proposalId, termsDigest: digest })
      return Option.isSome(moved) ? digest : yield* wrongSeriesState(series, "putting it to a vote")
    })

    /**
     * Applies the result of a vote. Without a pass, or if a pass is not executed in time, the series becomes a draft
     * again.
     */
    const decided = Effect.fn("Bonds.decided")((id: string, hasPassed: boolean, proposalId?: ProposalId) =>
      hasPassed
        ? repo.move(id, ["proposed"], { state: "approved", ...(proposalId !== undefined && { proposalId }) })
        : repo.move(id, ["proposed", "approved"], { state: "draft", proposalId: null, termsDigest: null })
    )

    /**
     * Freezes the terms and prepares the transaction that issues the series (template 29 of docs/ledger.md). `version`:
     * the draft version that was shown, if it was shown to someone else.
     */
    const prepare = Effect.fn("Bonds.prepare")(function* (
      held: HeldTreasury,
      community: Inside["community"],
      id: string,
      version: number | null
    ) {
      yield* flags.must("bonds")
      const { admin, signers, treasury } = held
      // Saving the draft waits for this lock, and then discards what was prepared.
      yield* repo.turn(`codes:${community.id}`)
      const series = yield* repo.findOrFail(community.id, id)
      if (version !== null && version !== series.version) return yield* new BatchRefused({ message: CHANGED_DRAFT })
      if (series.state === "draft" && community.governance.bondsNeedVote) return yield* new NeedsVote()
      if (series.state !== "draft" && series.state !== "approved" && series.state !== "issuing") {
        return yield* wrongSeriesState(series, "issuing it")
      }
      if (series.saleClosesAt <= (yield* Clock.currentTimeMillis)) {
        return yield* new BatchRefused({ message: "The sale would already be over. Choose other dates." })
      }
      const digest = series.termsDigest ?? termsDigest(series)
      const security = securityOf(series)
      const now = yield* Effect.mapError(ledger.currentState(), (cause) => new GatewayDown({ cause }))
      if (security !== null) {
        yield* collateral.requireSafe(security.resource)
        yield* collateral.requireHeld(treasury, security, series.units)
      }
      return yield* steps.open({
        idempotencyKey: issueKey(series.id),
        kind: ISSUE_KIND,
        communityId: community.id,
        related: series.id,
        account: admin.account,
        manifest: issueManifest({
          series,
          digest,
          by: openerOf(held),
          ledgerTime: Date.parse(now.time.at),
          treasury,
          communityName: community.name,
          iconUrl: `${appOrigin}/icon-512.png`,
          termsUrl: `${appOrigin}/api/bonds/${community.id}/terms/${series.code}`
        }),
        detail: {
          digest,
          treasury,
          kept: signers === undefined ? null : ruleText(signers)
        } satisfies { [K in keyof IssueOf]: unknown }
      })
    }, atomically(sql))

    /** Prepares the issue for one treasury holder's wallet, in a treasury with single admins. */
    const issue = Effect.fn("Bonds.issue")(function* (here: Pick<Inside, "community" | "communityRole">, id: string) {
      return yield* prepare(yield* holders.requireMaySpend(here, "issue bonds"), here.community, id, null)
    })

    return {
      saveDraft: save,
      discard,
      restore,
      requireDraft,
      propose,
      decided,
      prepare,
      issue,
      cancel
    }
  })
}) {}
