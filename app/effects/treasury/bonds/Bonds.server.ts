/**
 * Bonds: series from the draft to the ledger (R-B1 to R-B3), and their cancelling (R-B7). Sales, Settlements and the
 * jobs of lifeCycle take over from there.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { mustHoldTreasury } from "~/effects/treasury/deployment/Holder.server"
import { codeFor, stemOf } from "./codes"
import { makeEnds } from "./ends.server"
import { BatchRefused, NeedsVote, StaleSeries } from "./errors"
import type { CheckedForm } from "./forms"
import { issueManifest } from "./manifests"
import { OrdersRepo } from "./OrdersRepo.server"
import { isEditable, type Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { termsDigest } from "./terms"
import { stateInWords } from "./words"

export const ISSUE_KIND = "bond-series"
export const issueKey = (seriesId: string): string => `series:${seriesId}`
/** Orders that are read at once. */
const AT_ONCE = 500

export class Bonds extends Effect.Service<Bonds>()("effects/bonds/Bonds", {
  dependencies: [SeriesRepo.Default, CommunityCounts.Default, OrdersRepo.Default, LedgerSteps.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const counts = yield* CommunityCounts
    const { appOrigin } = yield* Settings
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const steps = yield* LedgerSteps
    const ledger = yield* Ledger
    const activity = yield* Activity
    const end = yield* makeEnds

    const over = (series: Series, action: string) =>
      new WrongState({ thing: "bond series", state: stateInWords(series.state), action })

    /** A new draft, or the next version of one; a code once given stays while its year does. */
    const saveDraft = Effect.fn("Bonds.saveDraft")(function* (
      community: Community,
      author: string,
      { id, terms, version }: CheckedForm
    ) {
      yield* repo.turn(`codes:${community.id}`)
      const before = Option.getOrNull(yield* repo.find(id))
      if (before !== null && before.communityId !== community.id) return yield* new NotThere({})
      if (before !== null && !isEditable(before.state)) return yield* over(before, "changing it")
      if ((before?.version ?? 0) !== version) {
        return yield* new StaleSeries({ stored: { name: before?.name ?? "", version: String(before?.version ?? 0) } })
      }
      const taken = (yield* repo.codes(community.id)).filter((each) => each.id !== id).map(({ code }) => code)
      const year = String(new Date(terms.maturesAt).getUTCFullYear())
      const kept = before?.code.includes(`-${year}`) === true ? before.code : undefined
      const code = kept ?? codeFor(stemOf(community.tokenSymbol, community.slug), terms.maturesAt, taken)
      if (code === undefined) return yield* new BatchRefused({ message: "There are no codes left for that year." })
      const now = yield* Clock.currentTimeMillis
      if (before !== null) {
        yield* repo.move(id, ["draft"], { ...terms, code })
        return code
      }
      yield* repo.insert({
        ...terms,
        id,
        communityId: community.id,
        code,
        state: "draft",
        author,
        termsDigest: null,
        proposalId: null,
        bondResource: null,
        issueTxId: null,
        sold: 0,
        settledUnits: 0,
        redeemedUnits: 0,
        lateSince: null,
        defaultedAt: null,
        endedReason: null,
        toldEnding: 0,
        toldMaturity: 0,
        toldLate: null,
        version: 1,
        createdAt: now,
        updatedAt: now
      })
      return code
    }, atomically(sql))

    const discard = Effect.fn("Bonds.discard")(function* (communityId: string, id: string) {
      const series = yield* repo.mustFind(communityId, id)
      if (!(yield* repo.remove(id))) return yield* over(series, "discarding it")
    })

    /** Freezes the terms for a vote; the proposal's action carries their digest (D-21). */
    const propose = Effect.fn("Bonds.propose")(function* (communityId: string, id: string, proposalId: string) {
      const series = yield* repo.mustFind(communityId, id)
      const digest = termsDigest(series)
      const moved = yield* repo.move(id, ["draft"], { state: "proposed", proposalId, termsDigest: digest })
      return Option.isSome(moved) ? digest : yield* over(series, "putting it to a vote")
    })

    /** The vote is over. Anything but a pass gives the draft back, and so does a pass that nobody carried out in time. */
    const decided = Effect.fn("Bonds.decided")((id: string, hasPassed: boolean, proposalId?: string) =>
      hasPassed
        ? repo.move(id, ["proposed"], { state: "approved", ...(proposalId !== undefined && { proposalId }) })
        : repo.move(id, ["proposed", "approved"], { state: "draft", proposalId: null, termsDigest: null })
    )

    const mustBeDraft = (series: Series, action: string) =>
      isEditable(series.state) ? Effect.void : over(series, action)

    /** What the treasury holder's wallet signs (template 29); the terms are frozen with it. */
    const issue = Effect.fn("Bonds.issue")(function* (here: Pick<Inside, "community" | "standing">, id: string) {
      const { community } = here
      const { admin, treasury } = yield* mustHoldTreasury(here, "issue bonds").pipe(
        Effect.provideService(Ledger, ledger)
      )
      const series = yield* repo.mustFind(community.id, id)
      if (series.state === "draft" && community.governance.bondsNeedVote) return yield* new NeedsVote()
      if (series.state !== "draft" && series.state !== "approved" && series.state !== "issuing") {
        return yield* over(series, "issuing it")
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
          admin,
          treasury,
          communityName: community.name,
          iconUrl: `${appOrigin}/icon-512.png`,
          termsUrl: `${appOrigin}/api/bonds/${community.id}/terms/${series.code}`
        }),
        detail: { digest, treasury }
      })
    })

    /** Before the first settlement; every order ends unused (docs/product/bonds.md, 3.4). */
    const cancel = Effect.fn("Bonds.cancel")(function* (
      communityId: string,
      id: string,
      actor: string | null,
      reason: string
    ) {
      yield* repo.turn(id)
      const series = yield* repo.mustFind(communityId, id)
      const mayEnd = series.settledUnits === 0 && ["scheduled", "open", "settling"].includes(series.state)
      const [first] = yield* orders.unsettled(id, "buy", 1)
      if (!mayEnd || (first?.settlingOrders ?? 0) > 0) return yield* over(series, "cancelling it")
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

    return { saveDraft, discard, mustBeDraft, propose, decided, issue, cancel }
  })
}) {}
