/** Bonds that a community decides on (R-B2, D-21): the draft of a spending proposal that carries the terms' digest. */
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { inside, mustBeAllowed } from "../communities/inside.server"
import { WrongState } from "../failures"
import { Executions } from "../proposals/Executions.server"
import { ProposalDrafts } from "../proposals/ProposalDrafts.server"
import { canonical } from "../votes/canonical"
import { digestOf } from "../votes/digest"
import { percentText, totalReturn } from "./arithmetic"
import { Bonds } from "./Bonds.server"
import { dayText } from "./codes"
import { moneyText, timesUnits } from "./money"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { planOf, termsDigest } from "./terms"
import { stateInWords } from "./words"

const words = (series: Series): ReadonlyArray<string> => [
  `Series ${series.code}, “${series.name}”: ${series.units} units at ${moneyText(series.issuePrice)} ${series.symbol}.`,
  `If all are sold, the community receives ${moneyText(timesUnits(series.issuePrice, series.units))} ${series.symbol}.`,
  `Each unit pays back ${moneyText(series.faceValue)} ${series.symbol} on ${dayText(series.maturesAt)}${
    series.couponRatePct === null ? "" : `, and ${series.couponRatePct} % a year until then`
  }: ${percentText(totalReturn(planOf(series)))} in all.`
]

/** The same terms always give the same action, so a vote can be found by it. */
export const bondAction = (series: Series) => {
  const payload = { series: series.id, termsDigest: termsDigest(series), words: words(series) }
  return { type: "bond" as const, payload: canonical(payload), hash: digestOf(payload) }
}

/** Freezes the terms and begins the proposal; its author writes the rest and publishes. */
export const putToVote = (seriesId: string) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* mustBeAllowed(here, "openBonds")
    const { community, standing } = here
    const repo = yield* SeriesRepo
    const bonds = yield* Bonds
    const drafts = yield* ProposalDrafts
    const series = yield* repo.mustFind(community.id, seriesId)
    yield* bonds.mustBeDraft(series, "putting it to a vote")
    const id = yield* drafts.begin({
      community,
      author: standing.account ?? "",
      action: bondAction(series),
      values: {
        kind: "spending",
        title: `Issue ${series.code}: ${series.name}`.slice(0, 140),
        summary: words(series).join(" ").slice(0, 280),
        body: series.purpose
      }
    })
    yield* bonds.propose(community.id, series.id, id)
    return { to: `/community/detail/${community.id}/proposals?draft=${id}` }
  })

/** The terms may be changed again; a vote on the old ones approves nothing any more. */
export const takeBack = (seriesId: string) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* mustBeAllowed(here, "openBonds")
    const repo = yield* SeriesRepo
    const bonds = yield* Bonds
    const series = yield* repo.mustFind(here.community.id, seriesId)
    if (series.state !== "proposed") {
      return yield* new WrongState({
        thing: "bond series",
        state: stateInWords(series.state),
        action: "taking its terms back"
      })
    }
    yield* bonds.decided(series.id, false)
    return { to: `/community/detail/${here.community.id}/bondissue?draft=${series.id}` }
  })

/** A vote that ended so approves nothing, or no longer does. */
const OVER: ReadonlySet<string> = new Set(["failed", "noQuorum", "cancelled", "expired"])
const AT_ONCE = 100

/** Series whose vote is over meanwhile. Runs with the minute job. */
export const makeDecisions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* SeriesRepo
  const bonds = yield* Bonds
  const executions = yield* Executions
  const statusOf = (proposalId: string | null) =>
    Effect.map(
      Effect.orDie(sql<{ readonly status: string }>`SELECT status FROM proposals WHERE id = ${proposalId ?? ""}`),
      ([row]) => row?.status
    )
  return Effect.gen(function* () {
    for (const series of yield* repo.inStates(["proposed", "approved"], "", AT_ONCE)) {
      const found =
        series.state === "proposed"
          ? yield* executions.approvedAction(series.communityId, "bond", bondAction(series).hash)
          : Option.none()
      if (Option.isSome(found)) yield* bonds.decided(series.id, true, found.value.id)
      else if (OVER.has((yield* statusOf(series.proposalId)) ?? "")) yield* bonds.decided(series.id, false)
    }
  })
})
