/** Puts a series to a vote, and withdraws it from one. */
import { Effect } from "effect"
import { requireAllowed } from "~/effects/access/must"
import { WrongState } from "~/effects/base/failures/failures"
import { inside } from "~/effects/communities/communities/inside.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { Bonds } from "../Bonds.server"
import { bondAction, termsInWords } from "../bondVote.server"
import { SeriesRepo } from "../SeriesRepo.server"
import { stateInWords } from "../words"

/** Freezes the terms and drafts the proposal; its author writes the rest and publishes it. */
export const putToVote = (seriesId: string) =>
  Effect.gen(function* () {
    const here = yield* inside
    const author = yield* requireAllowed(here, "openBonds")
    const { community } = here
    const repo = yield* SeriesRepo
    const bonds = yield* Bonds
    const drafts = yield* ProposalDrafts
    const series = yield* repo.findOrFail(community.id, seriesId)
    yield* bonds.requireDraft(series, "putting it to a vote")
    const id = yield* drafts.begin({
      community,
      author,
      action: bondAction(series),
      values: {
        kind: "spending",
        title: `Issue ${series.code}: ${series.name}`.slice(0, 140),
        summary: termsInWords(series).join(" ").slice(0, 280),
        body: series.purpose
      }
    })
    yield* bonds.propose(community.id, series.id, id)
    return { to: `/community/detail/${community.id}/proposals?draft=${id}` }
  })

/** Makes the terms editable again; a vote on the old ones then approves nothing. */
export const takeBack = (seriesId: string) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireAllowed(here, "openBonds")
    const repo = yield* SeriesRepo
    const bonds = yield* Bonds
    const series = yield* repo.findOrFail(here.community.id, seriesId)
    if (series.state !== "proposed") {
      return yield* new WrongState({
        thing: "bond series",
        state: stateInWords(series.state),
        action: "withdrawing its terms"
      })
    }
    yield* bonds.decided(series.id, false)
    return { to: `/community/detail/${here.community.id}/bondissue?draft=${series.id}` }
  })
