/**
 * Bonds: series from the draft to the ledger (R-B1 to R-B3), and their cancelling (R-B7). Sales, Settlements and the
 * job of SeriesLife take over from there.
 */

import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Switches } from "~/effects/base/switches/Switches.server"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { ruleText } from "~/effects/treasury/deployment/roles"
import { type HeldTreasury, openerOf, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { BatchRefused, CHANGED_DRAFT, NeedsVote } from "./errors"
import type { IssueOf } from "./issueStep.server"
import { ISSUE_KIND, issueKey, issueManifest } from "./manifests"
import { isEditable, type Series } from "./Series"
import { SeriesCancelling } from "./SeriesCancelling.server"
import { SeriesDrafts } from "./SeriesDrafts.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { termsDigest } from "./terms"
import { wrongSeriesState } from "./wrongSeriesState"

const mustBeDraft = (series: Series, action: string) =>
  isEditable(series.state) ? Effect.void : wrongSeriesState(series, action)

export class Bonds extends Effect.Service<Bonds>()("effects/bonds/Bonds", {
  dependencies: [
    SeriesRepo.Default,
    SeriesDrafts.Default,
    SeriesCancelling.Default,
    LedgerSteps.Default,
    Switches.Default,
    TreasuryHolders.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { appOrigin } = yield* Settings
    const repo = yield* SeriesRepo
    const switches = yield* Switches
    const steps = yield* LedgerSteps
    const holders = yield* TreasuryHolders
    const { discard, save } = yield* SeriesDrafts
    const { cancel } = yield* SeriesCancelling

    /** Freezes the terms for a vote; the proposal's action carries their digest (D-21). */
    const propose = Effect.fn("Bonds.propose")(function* (communityId: string, id: string, proposalId: string) {
      const series = yield* repo.mustFind(communityId, id)
      const digest = termsDigest(series)
      const moved = yield* repo.move(id, ["draft"], { state: "proposed", proposalId, termsDigest: digest })
      return Option.isSome(moved) ? digest : yield* wrongSeriesState(series, "putting it to a vote")
    })

    /** The vote is over. Anything but a pass gives the draft back, and so does a pass that nobody carried out in time. */
    const decided = Effect.fn("Bonds.decided")((id: string, hasPassed: boolean, proposalId?: string) =>
      hasPassed
        ? repo.move(id, ["proposed"], { state: "approved", ...(proposalId !== undefined && { proposalId }) })
        : repo.move(id, ["proposed", "approved"], { state: "draft", proposalId: null, termsDigest: null })
    )

    /**
     * The transaction that makes it (template 29), for who opens the treasury; the terms are frozen with it. `version`: of
     * the draft that was looked at, where that is shown to somebody else.
     */
    const prepare = Effect.fn("Bonds.prepare")(function* (
      held: HeldTreasury,
      community: Inside["community"],
      id: string,
      version: number | null
    ) {
      yield* switches.must("bonds")
      const { admin, keepers, treasury } = held
      // A draft that is saved meanwhile waits, and then lets go of what was prepared.
      yield* repo.turn(`codes:${community.id}`)
      const series = yield* repo.mustFind(community.id, id)
      if (version !== null && version !== series.version) return yield* new BatchRefused({ message: CHANGED_DRAFT })
      if (series.state === "draft" && community.governance.bondsNeedVote) return yield* new NeedsVote()
      if (series.state !== "draft" && series.state !== "approved" && series.state !== "issuing") {
        return yield* wrongSeriesState(series, "issuing it")
      }
      if (series.saleClosesAt <= (yield* Clock.currentTimeMillis)) {
        return yield* new BatchRefused({ message: "The sale would be over already. Choose other dates." })
      }
      const digest = series.termsDigest ?? termsDigest(series)
      return yield* steps.open({
        onceKey: issueKey(series.id),
        kind: ISSUE_KIND,
        communityId: community.id,
        related: series.id,
        account: admin.account,
        manifest: issueManifest({
          series,
          digest,
          by: openerOf(held),
          treasury,
          communityName: community.name,
          iconUrl: `${appOrigin}/icon-512.png`,
          termsUrl: `${appOrigin}/api/bonds/${community.id}/terms/${series.code}`
        }),
        detail: {
          digest,
          treasury,
          kept: keepers === undefined ? null : ruleText(keepers)
        } satisfies { [K in keyof IssueOf]: unknown }
      })
    }, atomically(sql))

    /** What one treasury holder's wallet signs, where one badge is enough. */
    const issue = Effect.fn("Bonds.issue")(function* (here: Pick<Inside, "community" | "standing">, id: string) {
      return yield* prepare(yield* holders.mustSpend(here, "issue bonds"), here.community, id, null)
    })

    return { saveDraft: save, discard, mustBeDraft, propose, decided, prepare, issue, cancel }
  })
}) {}
