/** Lists of proposals: a community's tabs, and proposals closing soon or decided in any listed community. */

import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { permissions } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { type ListQuery, listSearch, readListQuery } from "./listQuery"
import { ProposalDraftsRepo } from "./ProposalDraftsRepo.server"
import { ProposalListsRepo } from "./ProposalListsRepo.server"
import type { ProposalsListPage } from "./pageViews"
import type { CardRow } from "./rows.server"
import { cardOf, publicCardOf } from "./view.server"

export const PAGE = 20 // docs/product/votes.md

const nextOf = (rows: ReadonlyArray<CardRow>, query: ListQuery): string | null => {
  const last = rows[PAGE - 1]
  return rows.length > PAGE && last !== undefined
    ? listSearch({ ...query, after: { at: last.sortAt, id: last.id } })
    : null
}

export const proposalsList = (who: Inside, params: URLSearchParams) =>
  Effect.gen(function* () {
    const repo = yield* ProposalListsRepo
    const drafts = yield* ProposalDraftsRepo
    const { account, now } = who.communityRole
    const query = readListQuery(params)
    const isDrafts = query.tab === "drafts"
    const { leftOut, rows } = isDrafts
      ? { leftOut: [], rows: [] }
      : yield* repo.pageWithGaps(who.community.id, account, query, PAGE + 1)
    const verdict = permissions.propose(who.communityRole)
    return {
      view: "list",
      now,
      tab: query.tab,
      kind: query.kind,
      author: query.author,
      q: query.q,
      cards: rows.slice(0, PAGE).map((row) => cardOf(row, now)),
      unreadable: leftOut.map(({ number, title }) => ({ number, title })),
      drafts: isDrafts && account !== null ? yield* drafts.drafts(who.community.id, account) : [],
      next: nextOf(rows, query),
      propose: verdict.ok ? null : { code: verdict.code, message: explain(verdict) }
    } satisfies ProposalsListPage
  })

/** Cards of one community for its overview. */
export const openProposals = (communityId: CommunityId, account: AccountAddress | null, limit: number) =>
  Effect.gen(function* () {
    const repo = yield* ProposalListsRepo
    const now = yield* Clock.currentTimeMillis
    const query = readListQuery(new URLSearchParams())
    return (yield* repo.page(communityId, account, query, limit)).map((row) => cardOf(row, now))
  })

/** Open and decided proposals for a community's public profile, in one statement. */
export const publicProfileVotes = (communityId: CommunityId, limit: number) =>
  Effect.gen(function* () {
    const repo = yield* ProposalListsRepo
    const now = yield* Clock.currentTimeMillis
    const { open, results } = yield* repo.shelves(communityId, limit)
    return { openVotes: open.map((row) => cardOf(row, now)), results: results.map((row) => cardOf(row, now)) }
  })

/** Open votes of listed communities, the next to close first (home, the square, explore). */
export const closingSoon = (
  account: AccountAddress | null,
  limit: number,
  options: { readonly tag?: string; readonly after?: ListQuery["after"] } = {}
) =>
  Effect.gen(function* () {
    const repo = yield* ProposalListsRepo
    const now = yield* Clock.currentTimeMillis
    return (yield* repo.everywhere("open", account, limit, options)).map((row) => publicCardOf(row, now))
  })

/** Decisions of listed communities, the latest first. */
export const freshResults = (
  account: AccountAddress | null,
  limit: number,
  options: { readonly tag?: string; readonly isPaid?: true } = {}
) =>
  Effect.gen(function* () {
    const repo = yield* ProposalListsRepo
    const now = yield* Clock.currentTimeMillis
    return (yield* repo.everywhere("results", account, limit, options)).map((row) => publicCardOf(row, now))
  })
