/**
 * Proposals on disk, read: lists by key in the order of their shelf, and one with everything that is shown of it. What
 * the reader voted comes with the same statement; what of it all they may see is decided in view.server.ts.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { wordsOf } from "~/effects/communities/communities/search"
import { personColumns } from "~/effects/people/users/people.server"
import type { ListQuery } from "./listQuery"
import { CardRow, DraftRow, ProposalRow, PublicCardRow, SignedProposal, VersionText } from "./rows.server"

const cardColumns = `p.id, p.number, p.community_id, p.author, p.kind, p.title, p.summary, p.vote_type, p.choices,
  p.max_selections, p.seats, p.review_hours, p.opens_at, p.closes_at, p.quorum_pct, p.threshold_pct, p.weight_mode,
  p.token_resource, p.min_membership_hours, p.results_visibility, p.status, p.is_delayed, p.snapshot,
  p.proposal_digest, p.tally, p.outcome_note, p.cancelled_reason, p.sort_at, p.closed_at, p.published_at, p.version,
  p.created_at, p.updated_at, ${personColumns}, s.sums, s.head,
  v.weight AS own_weight, v.seq AS own_seq, v.digest AS own_digest, v.choice AS own_choice, v.voted_at AS own_at,
  ob.reason AS own_reason`
const oneColumns = `${cardColumns}, p.body, p.token_symbol, p.thread_number, p.action, p.signed, p.opening, p.frozen,
  p.execution, p.due_at, am.role AS author_role, st.id AS step_id, st.account AS step_account, st.state AS step_state,
  st.tx_id AS step_tx_id, st.problem AS step_problem, st.manifest AS step_manifest,
  rd.data AS reply_data, rd.version AS reply_version, rd.saved_at AS reply_saved_at,
  (SELECT COUNT(*) FROM proposal_progress g WHERE g.proposal_id = p.id) AS progress_count`

const Version = Schema.Struct({
  version: Schema.Int,
  at: Schema.Number,
  text: Schema.parseJson(VersionText),
  /** Null of versions from before their signatures were kept. */
  signed: Schema.NullOr(Schema.parseJson(SignedProposal))
})
const Progress = Schema.Struct({
  seq: Schema.Int,
  at: Schema.Number,
  author: Schema.String,
  body: Schema.String,
  personName: Schema.NullOr(Schema.String),
  personPicture: Schema.NullOr(Schema.String),
  personStatus: Schema.NullOr(Schema.String)
})
const DraftLine = Schema.Struct({ id: Schema.String, title: Schema.String, updatedAt: Schema.Number })

export class ProposalsRepo extends Effect.Service<ProposalsRepo>()("effects/ProposalsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** Writer, standing and the reader's own vote. */
    const joined = (account: string | null) => sql`LEFT JOIN users u ON u.account_address = p.author
      LEFT JOIN standings s ON s.proposal_id = p.id
      LEFT JOIN voters v ON v.proposal_id = p.id AND v.account_address = ${account ?? ""}
      LEFT JOIN ballots ob ON ob.proposal_id = p.id AND ob.seq = v.seq`

    /** Open and in review: what ends first stands first. Results: the latest first. */
    const order = (shelf: string) => (shelf === "results" ? sql.literal("DESC") : sql.literal("ASC"))

    /** The statement of a page, for measuring it. */
    const statement = (communityId: string, account: string | null, query: ListQuery, limit: number) => {
      const { after, author, kind, q, tab } = query
      const isLatestFirst = tab === "results"
      return sql`SELECT ${sql.literal(cardColumns)} FROM proposals p ${joined(account)}
        WHERE ${sql.and([
          sql`p.community_id = ${communityId} AND p.shelf = ${tab}`,
          ...(kind === null ? [] : [sql`p.kind = ${kind}`]),
          ...(author === null ? [] : [sql`p.author = ${author}`]),
          ...wordsOf(q).map((word) => sql`p.search_text LIKE ${`%${word}%`}`),
          ...(after === null
            ? []
            : [
                isLatestFirst
                  ? sql`(p.sort_at, p.id) < (${after.at}, ${after.id})`
                  : sql`(p.sort_at, p.id) > (${after.at}, ${after.id})`
              ])
        ])}
        ORDER BY p.sort_at ${order(tab)}, p.id ${order(tab)} LIMIT ${limit}`
    }
    const decodeCards = Schema.decodeUnknown(Schema.Array(CardRow))
    const page = Effect.fn("ProposalsRepo.page")(
      (communityId: string, account: string | null, query: ListQuery, limit: number) =>
        statement(communityId, account, query, limit).pipe(Effect.flatMap(decodeCards), Effect.orDie)
    )

    const decodeShelves = Schema.decodeUnknown(
      Schema.Array(Schema.Struct({ ...CardRow.fields, tab: Schema.Literal("open", "results") }))
    )
    /** What is open and what was decided, as anybody may read them, in one statement. */
    const shelves = Effect.fn("ProposalsRepo.shelves")(function* (communityId: string, limit: number) {
      const usual = { after: null, author: null, kind: null, q: "" } as const
      const shelf = (tab: "open" | "results") =>
        sql`SELECT '${sql.literal(tab)}' AS tab, shelf.* FROM (${statement(communityId, null, { ...usual, tab }, limit)}) AS shelf`
      const rows = yield* Effect.flatMap(sql`${shelf("open")} UNION ALL ${shelf("results")}`, decodeShelves)
      return {
        open: rows.filter(({ tab }) => tab === "open").sort((one, other) => one.sortAt - other.sortAt),
        results: rows.filter(({ tab }) => tab === "results").sort((one, other) => other.sortAt - one.sortAt)
      }
    }, Effect.orDie)

    const decodePublic = Schema.decodeUnknown(Schema.Array(PublicCardRow))
    /** Of every listed community. */
    const everywhere = Effect.fn("ProposalsRepo.everywhere")(
      (
        shelf: "open" | "results",
        account: string | null,
        limit: number,
        options: { readonly tag?: string; readonly after?: ListQuery["after"] } = {}
      ) => {
        const after = options.after ?? null
        return sql`SELECT ${sql.literal(cardColumns)}, c.slug, c.name AS community_name, c.logo
          FROM proposals p JOIN communities c ON c.id = p.community_id AND c.listed = 1 ${joined(account)}
          WHERE ${sql.and([
            sql`p.shelf = ${shelf} AND p.status <> 'cancelled'`,
            ...(options.tag === undefined
              ? []
              : [
                  sql`EXISTS (SELECT 1 FROM community_tags t WHERE t.community_id = p.community_id AND t.tag = ${options.tag})`
                ]),
            ...(after === null
              ? []
              : [
                  shelf === "results"
                    ? sql`(p.sort_at, p.id) < (${after.at}, ${after.id})`
                    : sql`(p.sort_at, p.id) > (${after.at}, ${after.id})`
                ])
          ])}
          ORDER BY p.sort_at ${order(shelf)}, p.id ${order(shelf)} LIMIT ${limit}`.pipe(
          Effect.flatMap(decodePublic),
          Effect.orDie
        )
      }
    )

    const select = (column: "number" | "id") =>
      SqlSchema.findOne({
        Request: Schema.Struct({
          communityId: Schema.String,
          account: Schema.NullOr(Schema.String),
          key: Schema.Union(Schema.String, Schema.Number)
        }),
        Result: ProposalRow,
        execute: ({ account, communityId, key }) => sql`SELECT ${sql.literal(oneColumns)}
          FROM proposals p ${joined(account)}
          LEFT JOIN memberships am ON am.community_id = p.community_id AND am.account_address = p.author
          LEFT JOIN ledger_steps st ON st.once_key = 'proposal:' || p.id AND st.state IN ('waiting', 'sent', 'committed')
          LEFT JOIN drafts rd ON rd.account_address = ${account ?? ""}
            AND rd.place = 'reply/' || p.community_id || '/p' || p.number
          WHERE p.community_id = ${communityId} AND p.${sql(column)} = ${key}`
      })
    const selectBy = { number: select("number"), id: select("id") }
    const find = (by: "number" | "id") =>
      Effect.fn("ProposalsRepo.find")((communityId: string, key: string | number, account: string | null) =>
        Effect.orDie(selectBy[by]({ communityId, key, account }))
      )

    /** The replaced texts, newest first. */
    const versions = SqlSchema.findAll({
      Request: Schema.String,
      Result: Version,
      execute: (
        id
      ) => sql`SELECT version, at, text, signed FROM proposal_versions WHERE proposal_id = ${id} ORDER BY version DESC
        LIMIT 50`
    })
    const progress = SqlSchema.findAll({
      Request: Schema.String,
      Result: Progress,
      execute: (id) => sql`SELECT g.seq, g.at, g.author, g.body, ${sql.literal(personColumns)} FROM proposal_progress g
        LEFT JOIN users u ON u.account_address = g.author WHERE g.proposal_id = ${id} ORDER BY g.seq LIMIT 50`
    })
    const drafts = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, author: Schema.String }),
      Result: DraftLine,
      execute: ({ author, communityId }) => sql`SELECT id, title, updated_at FROM proposal_drafts
        WHERE author = ${author} AND community_id = ${communityId} ORDER BY updated_at DESC, id DESC LIMIT 50`
    })
    const draft = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, id: Schema.String }),
      Result: DraftRow,
      execute: ({ communityId, id }) => sql`SELECT d.*, ${sql.literal(personColumns)} FROM proposal_drafts d
        LEFT JOIN users u ON u.account_address = d.author WHERE d.id = ${id} AND d.community_id = ${communityId}`
    })
    /** Balances read so far. */
    const counted = SqlSchema.single({
      Request: Schema.String,
      Result: Schema.Struct({ done: Schema.Int, total: Schema.Int }),
      execute: (id) => sql`SELECT COUNT(weight) AS done, COUNT(*) AS total FROM voters WHERE proposal_id = ${id}`
    })

    return {
      statement,
      page,
      shelves,
      everywhere,
      findByNumber: find("number"),
      findById: find("id"),
      versions: Effect.fn("ProposalsRepo.versions")((id: string) => Effect.orDie(versions(id))),
      progress: Effect.fn("ProposalsRepo.progress")((id: string) => Effect.orDie(progress(id))),
      drafts: Effect.fn("ProposalsRepo.drafts")((communityId: string, author: string) =>
        Effect.orDie(drafts({ communityId, author }))
      ),
      draft: Effect.fn("ProposalsRepo.draft")((communityId: string, id: string) =>
        Effect.orDie(draft({ communityId, id }))
      ),
      openingProgress: Effect.fn("ProposalsRepo.openingProgress")((id: string) => Effect.orDie(counted(id)))
    }
  })
}) {}
