/**
 * Queries of proposal lists, by key, in the order of each list. The reader's own vote comes with the same statement;
 * view.server.ts decides what they may see.
 */

import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { decodeEach, fillPage, findAll, Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { RegisterIncomplete } from "./errors"
import type { ListQuery } from "./listQuery"
import { CardRow, cardColumns, cardTables, DecidedRow, PublicCardRow } from "./rows.server"

const ShelfRow = Schema.Struct({ ...CardRow.fields, tab: Schema.Literal("open", "results") })
const ChosenDate = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  startsAt: Schema.Number,
  endsAt: Schema.Number,
  isDays: Schema.Int,
  calledOffAt: Schema.NullOr(Schema.Number)
})
const LEFT_OUT = "a vote is left out of a list"
const decodeShelves = decodeEach(ShelfRow, LEFT_OUT)

/** Sort key of a row, and what the list shows of a row that cannot be read. */
interface Keyed {
  readonly id: ProposalId
  readonly sortAt: number
  readonly number: number
  readonly title: string
}
const keyOf = ({ id, sortAt }: Keyed): ListQuery["after"] => ({ at: sortAt, id })

/** Filters of a list over all communities. */
export interface Everywhere {
  readonly tag?: string
  readonly after?: ListQuery["after"]
  /** Only payments that a vote decided and that were executed. */
  readonly isPaid?: true
}

/** Statements of lists. They are fragments that run nothing, so they take `sql` from the caller. */
const makeStatements = (sql: SqlClient.SqlClient) => {
  /** Open and in review: the next to end first. Results: the latest first. */
  const order = (shelf: string) => (shelf === "results" ? sql.literal("DESC") : sql.literal("ASC"))
  const ordered = (shelf: string) => sql`ORDER BY p.sort_at ${order(shelf)}, p.id ${order(shelf)}`
  const behind = (shelf: string, after: ListQuery["after"]) => {
    if (after === null) return []
    return shelf === "results"
      ? [sql`(p.sort_at, p.id) < (${after.at}, ${after.id})`]
      : [sql`(p.sort_at, p.id) > (${after.at}, ${after.id})`]
  }
  return {
    page: (communityId: CommunityId, account: AccountAddress | null, query: ListQuery, limit: number) => {
      const { after, author, kind, q, tab } = query
      return sql<Keyed>`SELECT ${sql.literal(cardColumns)} FROM proposals p ${cardTables(sql, account)}
        WHERE ${sql.and([
          sql`p.community_id = ${communityId} AND p.shelf = ${tab}`,
          ...(kind === null ? [] : [sql`p.kind = ${kind}`]),
          ...(author === null ? [] : [sql`p.author = ${author}`]),
          ...containsWords(sql, q, "p.search_text"),
          ...behind(tab, after)
        ])}
        ${ordered(tab)} LIMIT ${limit}`
    },
    decided: (communityId: CommunityId, from: number, to: number) =>
      sql<Keyed>`SELECT ${sql.literal(cardColumns)}, p.execution FROM proposals p ${cardTables(sql, null)}
        WHERE p.community_id = ${communityId} AND p.shelf = 'results' AND p.status <> 'cancelled'
          AND p.closed_at >= ${from} AND p.closed_at < ${to}
        ORDER BY p.closed_at, p.number`,
    everywhere: (
      shelf: "open" | "results",
      account: AccountAddress | null,
      limit: number,
      { after = null, isPaid, tag }: Everywhere
    ) =>
      sql<Keyed>`SELECT ${sql.literal(cardColumns)}, c.slug, c.name AS community_name, c.logo
        FROM proposals p JOIN communities c ON c.id = p.community_id AND c.listed = 1 ${cardTables(sql, account)}
        WHERE ${sql.and([
          sql`p.shelf = ${shelf} AND p.status <> 'cancelled'`,
          ...(isPaid === undefined
            ? []
            : [sql`p.status = 'executed' AND p.action_type IN ('manifest', 'distribution')`]),
          ...(tag === undefined
            ? []
            : [sql`EXISTS (SELECT 1 FROM community_tags t WHERE t.community_id = p.community_id AND t.tag = ${tag})`]),
          ...behind(shelf, after)
        ])}
        ${ordered(shelf)} LIMIT ${limit}`
  }
}

export class ProposalListsRepo extends Effect.Service<ProposalListsRepo>()("governance/proposals/ProposalListsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const statements = makeStatements(sql)

    /** A page that also names proposals that cannot be read. */
    const pageWithGaps = Effect.fn("ProposalListsRepo.pageWithGaps")(
      (communityId: CommunityId, account: AccountAddress | null, query: ListQuery, limit: number) =>
        fillPage({
          after: query.after,
          limit,
          read: (after) => statements.page(communityId, account, { ...query, after }, limit),
          row: CardRow,
          message: LEFT_OUT,
          keyOf
        }).pipe(Effect.orDie)
    )
    const page = (...asked: Parameters<typeof pageWithGaps>) => Effect.map(pageWithGaps(...asked), ({ rows }) => rows)

    /** Open and decided proposals as any visitor may read them, in one statement. */
    const shelves = Effect.fn("ProposalListsRepo.shelves")(function* (communityId: CommunityId, limit: number) {
      const usual = { after: null, author: null, kind: null, q: "" } as const
      const shelf = (tab: "open" | "results") =>
        sql`SELECT '${sql.literal(tab)}' AS tab, shelf.* FROM (${statements.page(communityId, null, { ...usual, tab }, limit)}) AS shelf`
      const rows = yield* Effect.flatMap(sql`${shelf("open")} UNION ALL ${shelf("results")}`, decodeShelves)
      return {
        open: rows.filter(({ tab }) => tab === "open").sort((one, other) => one.sortAt - other.sortAt),
        results: rows.filter(({ tab }) => tab === "results").sort((one, other) => other.sortAt - one.sortAt)
      }
    })

    /** All votes counted in a period, as any visitor may read them. A vote that cannot be read fails the whole list. */
    const decided = Effect.fn("ProposalListsRepo.decided")(function* (
      communityId: CommunityId,
      from: number,
      to: number
    ) {
      const rows = yield* Effect.orDie(statements.decided(communityId, from, to))
      return yield* Effect.forEach(rows, (row) =>
        Effect.mapError(Schema.decodeUnknown(DecidedRow)(row), () => new RegisterIncomplete({ number: row.number }))
      )
    })

    /** Proposals of all listed communities. */
    const everywhere = Effect.fn("ProposalListsRepo.everywhere")(
      (shelf: "open" | "results", account: AccountAddress | null, limit: number, chosen: Everywhere = {}) =>
        fillPage({
          after: chosen.after ?? null,
          limit,
          read: (after) => statements.everywhere(shelf, account, limit, { ...chosen, after }),
          row: PublicCardRow,
          message: LEFT_OUT,
          keyOf
        }).pipe(
          Effect.map(({ rows }) => rows),
          Effect.orDie
        )
    )

    const readChosen = findAll({
      Request: Schema.Struct({ communityId: CommunityId, from: Schema.Number, limit: Schema.Int }),
      Result: ChosenDate,
      execute: ({ communityId, from, limit }) => sql`
        SELECT p.number, p.title, d.starts_at, d.ends_at, d.is_days, d.called_off_at
        FROM chosen_dates d JOIN proposals p ON p.id = d.proposal_id AND p.status = 'passed'
        WHERE d.community_id = ${communityId} AND d.ends_at > ${from}
        ORDER BY d.ends_at DESC, d.proposal_id DESC LIMIT ${limit}`
    })
    /** Dates that polls have chosen and that end after `from`, the latest first. */
    const chosenDates = Effect.fn("ProposalListsRepo.chosenDates")(
      (communityId: CommunityId, from: number, limit: number) => readChosen({ communityId, from, limit })
    )

    return {
      /** The statement of a page, exported for benchmarks. */
      statement: statements.page,
      page,
      pageWithGaps,
      shelves,
      decided,
      everywhere,
      chosenDates
    }
  })
}) {}
