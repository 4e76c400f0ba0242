/** Bond series from draft to issue, and their cancelling. Sales, Settlements and SeriesLife handle the rest. */

import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { SeriesLists } from "~/effects/treasury/bonds/SeriesLists.server"
import { ruleText } from "~/effects/treasury/deployment/roles"
import { type HeldTreasury, openerOf, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { BatchRefused, CHANGED_DRAFT, NeedsVote } from "./errors"
import type { IssueOf } from "./issueStep.server"
import { ISSUE_KIND, issueKey, issueManifest } from "./manifests"
import { isEditable, type Series } from "./Series"
import { SeriesCancelling } from "./SeriesCancelling.server"
import { makeSeriesDrafts } from "./SeriesDrafts.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { Collateral } from "./secured/Collateral.server"
import { securityOf } from "./secured/secured"
import { termsDigest } from "./terms"
import { wrongSeriesState } from "./wrongSeriesState"

const requireDraft = (series: Series, action: string) =>
  isEditable(series.state) ? Effect.void : wrongSeriesState(series, action)

export class Bonds extends Effect.Service<Bonds>()("treasury/bonds/Bonds", {
  dependencies: [
    SeriesRepo.Default,
    SeriesCancelling.Default,
    Collateral.Default,
    PreparedTransactions.Default,
    FeatureFlags.Default,
    TreasuryHolders.Default,
    SeriesLists.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { appOrigin } = yield* Settings
    const repo = yield* SeriesRepo
    const flags = yield* FeatureFlags
    const steps = yield* PreparedTransactions
    const holders = yield* TreasuryHolders
    const { discard, restore, save } = yield* makeSeriesDrafts
    const { cancel } = yield* SeriesCancelling
    const ledger = yield* Ledger
    const collateral = yield* Collateral

    /** Freezes the terms for a vote; the proposal's action names their hash. */
    const propose = Effect.fn("Bonds.propose")(function* (communityId: CommunityId, id: string, proposalId: string) {
      const series = yield* repo.findOrFail(communityId, id)
      const digest = termsDigest(series)
      const moved = yield* repo.move(id, ["draft"], { state: "proposed", proposalId, termsDigest: digest })
      return Option.isSome(moved) ? digest : yield* wrongSeriesState(series, "putting it to a vote")
    })

    /**
     * Applies the result of a vote. Without a pass, or if a pass is not executed in time, the series becomes a draft
     * again.
     */
    const decided = Effect.fn("Bonds.decided")((id: string, hasPassed: boolean, proposalId?: string) =>
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

    return { saveDraft: save, discard, restore, requireDraft, propose, decided, prepare, issue, cancel }
  })
}) {}
