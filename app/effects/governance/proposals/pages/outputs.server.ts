/**
 * Proposals for programs: the read API, the export, and calendar dates (docs/product/publishing.md). Contains what any
 * visitor may see.
 */

import { Clock, Effect, Option, Stream } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { thresholdColumns } from "~/effects/access/exactThreshold"
import { CALLED_OFF, chosenDateKey } from "~/effects/activity/agenda/dates"
import type { CalendarEntry } from "~/effects/activity/calendar/ics"
import { AT_ONCE, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import type { ProposalPhase } from "~/effects/publishing/readapi/contract/proposalResponses"
import { responses } from "~/effects/publishing/readapi/contract/ReadApi.server"
import { publicCommunity } from "~/effects/publishing/readapi/pages/communities.server"
import { isoOf, respondApi, takeApiSlot } from "~/effects/publishing/readapi/pages/respond.server"
import { type ListQuery, readListQuery } from "../listQuery"
import { ProposalListsRepo } from "../ProposalListsRepo.server"
import { ProposalsRepo } from "../ProposalsRepo.server"
import { proposalFilesPath, publicProposalPath } from "../paths"
import type { CardRow, ProposalRow } from "../rows.server"
import { sealedOf } from "../sealedView.server"
import { endOf } from "../stateWords"
import { actionView, cardOf } from "../view.server"
import type { Participation, ProposalCard } from "../views"
import { readNumber } from "./proposals.server"

const PAGE = 20
const CALENDAR = 50
/** How long a date stays in the calendar file once it is over. */
const PAST_MS = 366 * 86_400_000

/** Members of the contract, in the read API's own form. */
const participationOf = (participation: Participation | null) => {
  if (participation === null) return null
  const { delegated, ...plain } = participation
  return { ...plain, delegated: delegated?.votes ?? "0" }
}

/** The phase of a vote now; its `status` is "active" from the opening until the count. */
const phaseOf = ({ closesAt, isSealed, status }: ProposalCard, now: number): ProposalPhase => {
  if (status === "review") return "review"
  if (status !== "active") return "over"
  if (now < closesAt) return "voting"
  return isSealed ? "opening" : "counting"
}

const briefOf = (row: CardRow, slug: string, origin: string, now: number) => {
  const card = cardOf(row, now)
  const results = card.results?.shown === true ? card.results : null
  const end = endOf(card)
  return {
    id: card.id,
    number: card.number,
    kind: card.kind,
    title: card.title,
    summary: card.summary,
    author: card.author.account,
    status: card.status,
    phase: phaseOf(card, now),
    voteType: card.voteType,
    choices: row.choices,
    opensAt: isoOf(card.opensAt),
    closesAt: isoOf(card.closesAt),
    closedAt: card.closedAt === null ? null : isoOf(card.closedAt),
    countedAt: end?.name === "Counted" ? isoOf(end.at) : null,
    participation: participationOf(card.participation),
    /** First preferences in a ranked vote: `winners` has the result, `rounds` the reasons. Null while hidden. */
    results:
      results?.lines.map(({ ifNeedBe, key, voters, votes }) => ({
        key,
        votes,
        voters,
        ...(ifNeedBe !== null && { ifNeedBe })
      })) ?? null,
    /**
     * How many of these votes were delegated, and how many of them were not used; null without delegations, and while
     * hidden.
     */
    lent: results?.delegated ?? null,
    outcome: results?.final?.outcome ?? null,
    words: results?.final?.words ?? null,
    /** Keys of the winning choices of a closed vote; null until then. */
    winners: results?.final?.winners ?? null,
    tied: results?.final?.tied ?? null,
    rounds: results?.final?.rounds ?? null,
    means: results?.final?.means ?? null,
    quota: results?.final?.quota ?? null,
    /** How each tie of a ranked vote was decided; null for votes without a rule for ties. */
    ties: results?.final?.ties ?? null,
    url: `${origin}${publicProposalPath(slug, card.number)}`,
    ballots: `${origin}${publicProposalPath(slug, card.number)}/ballots.json`,
    ...(card.calledOff !== null && { calledOff: { ...card.calledOff, at: isoOf(card.calledOff.at) } })
  }
}

/** GET /api/v1/communities/{slug}/proposals, with the parameters of the list (tab, kind, author, q, after). */
export const apiProposals = Effect.gen(function* () {
  yield* takeApiSlot
  const { request } = yield* RouteArgs
  const community = yield* publicCommunity
  const repo = yield* ProposalListsRepo
  const { appOrigin } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const asked = readListQuery(new URL(request.url).searchParams)
  const tab = asked.tab === "drafts" ? "open" : asked.tab
  const query: ListQuery = { ...asked, tab }
  const rows = yield* repo.page(community.id, null, query, PAGE + 1)
  const last = rows[PAGE - 1]
  return yield* respondApi(responses.proposals, {
    schema: "proposals/1",
    community: community.slug,
    tab,
    pageSize: PAGE,
    proposals: rows.slice(0, PAGE).map((row) => briefOf(row, community.slug, appOrigin, now)),
    next: rows.length > PAGE && last !== undefined ? `${last.sortAt}~${last.id}` : null
  })
})

/** What opens the ballots of a sealed vote. */
const beaconOf = (row: ProposalRow) => {
  const sealed = sealedOf(row)
  if (sealed === null) return null
  const { beacon, signature, until } = sealed
  return { ...beacon, opensAt: isoOf(until), signature }
}

/** GET /api/v1/communities/{slug}/proposals/{n} */
export const apiProposal = Effect.gen(function* () {
  yield* takeApiSlot
  const { params } = yield* RouteArgs
  const community = yield* publicCommunity
  const repo = yield* ProposalsRepo
  const { appOrigin } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const row = yield* repo.findOrFail(community.id, yield* readNumber(params.n), null)
  const { body, head, maxSelections, minMembershipHours, proposalDigest, quorumPct, seats, snapshot } = row
  const { outcomeNote, resultsVisibility, thresholdPct, tokenResource, weightMode } = row
  return yield* respondApi(responses.proposal, {
    schema: "proposal/1",
    community: community.slug,
    ...briefOf(row, community.slug, appOrigin, now),
    body,
    rules: {
      quorumPct,
      ...thresholdColumns(thresholdPct),
      weightMode,
      tokenResource,
      maxSelections,
      seats,
      minMembershipHours,
      resultsVisibility
    },
    snapshot,
    proposalDigest,
    headHash: head,
    beacon: beaconOf(row),
    spoilt: row.tally?.spoilt?.ballots.length ?? null,
    action: actionView(row.action),
    execution: row.execution,
    outcomeNote,
    attachments: row.attachments.map(({ id, ...file }) => ({
      ...file,
      url: `${appOrigin}${proposalFilesPath(community.id, row.number)}/${id}`
    }))
  })
})

const COLUMNS = [
  "number",
  "kind",
  "title",
  "status",
  "author",
  "opensAt",
  "closesAt",
  "closedAt",
  "eligible",
  "voters",
  "weightCast",
  "outcome",
  "words",
  "winners",
  "tied",
  "url",
  "countedAt",
  "calledOffAt"
] as const

/** Labels of choices in one cell; null until the vote is closed. */
const labelsOf = (choices: CardRow["choices"], keys: ReadonlyArray<string> | null): string | null =>
  keys?.map((key) => choices.find((choice) => choice.key === key)?.label ?? key).join("; ") ?? null

const csvRowOf = (one: ReturnType<typeof briefOf>) => ({
  ...one,
  eligible: one.participation?.eligibleCount ?? null,
  voters: one.participation?.voters ?? null,
  weightCast: one.participation?.weightCast ?? null,
  calledOffAt: one.calledOff?.at ?? null,
  winners: labelsOf(one.choices, one.winners),
  tied: labelsOf(one.choices, one.tied)
})

/** GET /api/exports/proposals?community={slug}&format=csv|json&tab=… */
export const exportProposals = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const account = Option.getOrNull(yield* currentAccount)
  const communities = yield* Communities
  const { community } = yield* communities.bySlug(searchParams.get("community") ?? "", account)
  const repo = yield* ProposalListsRepo
  const { appOrigin } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const query = readListQuery(searchParams)
  const shelves = searchParams.has("tab") ? [query.tab] : (["open", "review", "results"] as const)
  // Reads as a visitor: what a voter may see early must not get into files.
  const ofShelf = (tab: ListQuery["tab"]) =>
    readInPages(query.after, (after) =>
      Effect.map(repo.page(community.id, null, { ...query, tab, after }, AT_ONCE), (rows) =>
        pageOf(rows, AT_ONCE, ({ id, sortAt }) => ({ at: sortAt, id }))
      )
    )
  const proposals = Stream.map(Stream.flatMap(Stream.fromIterable(shelves), ofShelf), (rows) =>
    rows.map((row) => briefOf(row, community.slug, appOrigin, now))
  )
  const isCsv = searchParams.get("format") !== "json"
  const text = isCsv
    ? csvInParts(
        COLUMNS,
        Stream.map(proposals, (some) => some.map(csvRowOf))
      )
    : jsonInParts({ schema: "proposals/1", community: community.slug }, "proposals", proposals)
  return yield* downloadInParts(text, { name: `${community.slug}-proposals`, isCsv })
})

/** Future openings and closes, and dates that polls have chosen, for a community's calendar. */
export const voteDates = (communityId: CommunityId, slug: string, origin: string) =>
  Effect.gen(function* () {
    const repo = yield* ProposalListsRepo
    const query = readListQuery(new URLSearchParams())
    const [open, review] = yield* Effect.all([
      repo.page(communityId, null, query, CALENDAR),
      repo.page(communityId, null, { ...query, tab: "review" }, CALENDAR)
    ])
    const now = yield* Clock.currentTimeMillis
    const chosen = yield* repo.chosenDates(communityId, now - PAST_MS, CALENDAR)
    const url = (row: Pick<CardRow, "number">) => `${origin}${publicProposalPath(slug, row.number)}`
    const closing = (row: CardRow): CalendarEntry => ({
      key: `closes-${row.id}`,
      at: row.closesAt,
      words: `Voting closes: ${row.title}`,
      url: url(row)
    })
    const opening = (row: CardRow): CalendarEntry => ({
      key: `opens-${row.id}`,
      at: row.opensAt,
      words: `Voting opens: ${row.title}`,
      url: url(row)
    })
    const dates = chosen.map(
      (row): CalendarEntry => ({
        key: chosenDateKey(communityId, row.number),
        at: row.startsAt,
        until: row.endsAt,
        isDays: row.isDays === 1,
        isCalledOff: row.calledOffAt !== null,
        words: row.calledOffAt === null ? row.title : `${CALLED_OFF}${row.title}`,
        url: url(row)
      })
    )
    return [...review.map(opening), ...open.map(closing), ...review.map(closing), ...dates]
  })
