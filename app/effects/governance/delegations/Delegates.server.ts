/** Members who accept delegations: their statement, and in how many votes they used delegated voting power. */

import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import { type Cursor, isAddressLike } from "~/effects/communities/members/query"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { PersonColumns, personColumns } from "~/effects/people/users/people.server"

const Row = Schema.Struct({
  account: AccountAddress,
  ...PersonColumns.fields,
  nameKey: Schema.String,
  statement: Schema.NullOr(Schema.String),
  accepts: Schema.Int,
  uses: Schema.Int,
  /** Members who delegate to them now. */
  delegators: Schema.Int,
  isOwn: Schema.Int
})
export type DelegateRow = typeof Row.Type

export interface DelegatesAsked {
  readonly community: CommunityId
  readonly account: AccountAddress
  /** Part of a name, or an address; empty lists the members who accept delegations, most used first. */
  readonly q: string
  readonly after: Cursor | null
  readonly limit: number
  readonly now: number
}

/** The rows of `delegates`. */
export class Delegates extends Effect.Service<Delegates>()("governance/delegations/Delegates", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const columns = sql.literal(
      `${personColumns}, m.name_key, d.statement, COALESCE(d.accepts, 1) AS accepts, COALESCE(d.uses, 0) AS uses`
    )
    /** A delegation from or to an account that left and rejoined no longer counts. */
    const delegators = ({
      community,
      now
    }: DelegatesAsked) => sql`(SELECT COUNT(DISTINCT l.delegator) FROM active_delegations l
      WHERE l.community_id = ${community} AND l.delegate = m.account_address AND l.until_at > ${now}
        AND m.joined_at <= l.made_at AND (SELECT f.joined_at FROM memberships f WHERE f.community_id = l.community_id
          AND f.account_address = l.delegator AND f.status IN ('active', 'suspended')) <= l.made_at) AS delegators`
    /**
     * Leaves out accounts suspended by operators, which cannot vote, and the reader, who cannot delegate to themselves.
     */
    const member = ({ account, now }: DelegatesAsked) => sql`m.status = 'active' AND u.status = 'active'
      AND m.account_address <> ${account}
      AND NOT EXISTS (SELECT 1 FROM account_suspensions s WHERE s.account_address = m.account_address
        AND (s.suspended_until IS NULL OR s.suspended_until > ${now}))`

    const beyondUse = ({ after }: DelegatesAsked) =>
      after === null ? sql`1 = 1` : sql`(d.uses, d.account_address) < (${Number(after.value)}, ${after.account})`
    const byUse = (
      asked: DelegatesAsked
    ) => sql`SELECT m.account_address AS account, ${columns}, ${delegators(asked)}, 0 AS is_own
      FROM delegates d JOIN memberships m ON m.community_id = d.community_id AND m.account_address = d.account_address
      JOIN users u ON u.account_address = m.account_address
      WHERE d.community_id = ${asked.community} AND d.accepts = 1 AND ${member(asked)} AND ${beyondUse(asked)}
      ORDER BY d.uses DESC, d.account_address DESC LIMIT ${asked.limit}`

    /** Searches like the member list (docs/product/communities.md). */
    const named = ({ q }: DelegatesAsked) =>
      isAddressLike(q) ? [sql`m.account_address = ${q}`] : containsWords(sql, q, "m.name_key")
    const beyondName = ({ after }: DelegatesAsked) =>
      after === null ? [] : [sql`(m.name_key, m.account_address) > (${String(after.value)}, ${after.account})`]
    /** The first condition must match the partial index word for word. */
    const byName = (
      asked: DelegatesAsked
    ) => sql`SELECT m.account_address AS account, ${columns}, ${delegators(asked)}, 0 AS is_own
      FROM memberships m JOIN users u ON u.account_address = m.account_address
      LEFT JOIN delegates d ON d.community_id = m.community_id AND d.account_address = m.account_address
      WHERE m.community_id = ${asked.community} AND m.status IN ('active', 'suspended') AND ${member(asked)}
        AND COALESCE(d.accepts, 1) = 1 AND ${sql.and([...named(asked), ...beyondName(asked)])}
      ORDER BY m.name_key, m.account_address LIMIT ${asked.limit}`

    const page = (asked: DelegatesAsked) =>
      findAll({
        Request: Schema.Void,
        Result: Row,
        execute: () => sql`SELECT * FROM (${asked.q === "" ? byUse(asked) : byName(asked)}) listed UNION ALL
          SELECT m.account_address AS account, ${columns}, ${delegators(asked)}, 1 AS is_own FROM memberships m
          JOIN users u ON u.account_address = m.account_address
          LEFT JOIN delegates d ON d.community_id = m.community_id AND d.account_address = m.account_address
          WHERE m.community_id = ${asked.community} AND m.account_address = ${asked.account}`
      })()

    return {
      /** One page, with the reader's own row. */
      page: (asked: DelegatesAsked) =>
        Effect.map(page(asked), (rows) => ({
          listed: rows.filter(({ isOwn }) => isOwn === 0),
          own: Option.fromNullable(rows.find(({ isOwn }) => isOwn === 1))
        })),
      say: (
        communityId: CommunityId,
        account: AccountAddress,
        { accepts, statement }: { readonly statement: string; readonly accepts: boolean }
      ) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          yield* sql`INSERT INTO delegates ${sql.insert({
            communityId,
            accountAddress: account,
            statement,
            accepts: accepts ? 1 : 0,
            uses: 0,
            updatedAt: now
          })} ON CONFLICT (community_id, account_address) DO UPDATE SET statement = excluded.statement,
            accepts = excluded.accepts, updated_at = excluded.updated_at`
        }),
      /**
       * Counts a closed vote for each delegate who used voting power delegated to them. Runs in the caller's
       * transaction.
       */
      countUses: (communityId: CommunityId, proposalId: ProposalId, now: number) =>
        sql`INSERT INTO delegates (community_id, account_address, uses, updated_at)
          SELECT ${communityId}, l.delegate, 1, ${now} FROM vote_delegations l
          JOIN voters f ON f.proposal_id = l.proposal_id AND f.account_address = l.delegator AND f.seq IS NULL
          JOIN voters t ON t.proposal_id = l.proposal_id AND t.account_address = l.delegate AND t.seq IS NOT NULL
          WHERE l.proposal_id = ${proposalId} AND l.excluded IS NULL GROUP BY l.delegate
          ON CONFLICT (community_id, account_address) DO UPDATE SET uses = delegates.uses + 1`,
      /** Deletes an account's statement and its count of uses. */
      forget: (account: AccountAddress) => sql`DELETE FROM delegates WHERE account_address = ${account}`
    }
  })
}) {}
