/**
 * Repository of delegations: those in force (`active_delegations`) and everything that was signed (`delegations`). Every write runs
 * in the caller's transaction.
 */

import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { inOrder, kindsOf, SignedDelegation } from "~/effects/governance/votes/delegated/Delegation"
import { ProposalId } from "~/effects/governance/votes/fields"
import { ProposalKind } from "~/effects/governance/votes/proposal/Proposal"

const Signed = Schema.Struct({ signed: Schema.parseJson(SignedDelegation) })
const Latest = Schema.Struct({ digest: Schema.String, seq: Schema.Int })
/** A delegation in force between two members, for one kind of proposal. */
export const DelegationRow = Schema.Struct({
  delegator: AccountAddress,
  delegate: AccountAddress,
  kind: ProposalKind,
  untilAt: Schema.Number,
  madeAt: Schema.Number,
  digest: Schema.String,
  /** Name of the other member of the two. */
  name: Schema.NullOr(Schema.String),
  /** 1 if operators have suspended the delegate, who cannot vote; the delegation itself stays in force. */
  isSuspended: Schema.Int
})
export type DelegationRow = typeof DelegationRow.Type

/** Key of the last delegation on the previous page. */
const DelegationKey = Schema.Struct({ madeAt: Schema.Number, digest: Schema.String })
export type DelegationKey = typeof DelegationKey.Type
const NEWEST: DelegationKey = { madeAt: Number.MAX_SAFE_INTEGER, digest: "" }

const Asked = Schema.Struct({ community: CommunityId, account: AccountAddress, now: Schema.Number })

/** Reads and writes the tables `delegations` and `active_delegations`. */
export class DelegationsRepo extends Effect.Service<DelegationsRepo>()("governance/delegations/DelegationsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const inForce = findAll({
      Request: Schema.Struct({ id: ProposalId, community: CommunityId, kind: ProposalKind, at: Schema.Number }),
      Result: Signed,
      execute: ({ at, community, id, kind }) => sql`SELECT d.signed FROM active_delegations l
        JOIN delegations d ON d.digest = l.digest
        JOIN voters f ON f.proposal_id = ${id} AND f.account_address = l.delegator
        JOIN voters t ON t.proposal_id = ${id} AND t.account_address = l.delegate
        JOIN memberships fm ON fm.community_id = l.community_id AND fm.account_address = l.delegator
          AND fm.joined_at <= l.made_at
        JOIN memberships tm ON tm.community_id = l.community_id AND tm.account_address = l.delegate
          AND tm.joined_at <= l.made_at
        WHERE l.community_id = ${community} AND l.kind = ${kind} AND l.made_at <= ${at} AND l.until_at > ${at}`
    })
    const latest = findOne({
      Request: Schema.Struct({ community: CommunityId, delegator: Schema.String }),
      Result: Latest,
      execute: ({ community, delegator }) => sql`SELECT digest, seq FROM delegations
        WHERE delegator = ${delegator} AND community_id = ${community} ORDER BY seq DESC LIMIT 1`
    })
    const joined = (who: "delegator" | "delegate") => `(SELECT m.joined_at FROM memberships m
      WHERE m.community_id = l.community_id AND m.account_address = l.${who} AND m.status IN ('active', 'suspended'))`
    /**
     * Only members who have belonged to the community without a break since signing count. The condition is checked row
     * by row, so that the cost of a page does not grow with the number of delegations.
     */
    const lives = sql.literal(`${joined("delegator")} <= l.made_at AND ${joined("delegate")} <= l.made_at`)
    const columns = (
      now: number
    ) => sql`l.delegator, l.delegate, l.kind, l.until_at, l.made_at, l.digest, u.username AS name,
      CASE WHEN EXISTS (SELECT 1 FROM account_suspensions s WHERE s.account_address = l.delegate
        AND (s.suspended_until IS NULL OR s.suspended_until > ${now})) THEN 1 ELSE 0 END AS is_suspended`
    /** At most one row for each kind, by the table's primary key. */
    const delegatedBy = findAll({
      Request: Asked,
      Result: DelegationRow,
      execute: ({ account, community, now }) => sql`SELECT ${columns(now)} FROM active_delegations l
        LEFT JOIN users u ON u.account_address = l.delegate AND u.status = 'active'
        WHERE l.community_id = ${community} AND l.delegator = ${account} AND l.until_at > ${now} AND ${lives}
        ORDER BY l.made_at DESC, l.digest DESC, l.kind`
    })
    /** All delegations of an account, and a page of those to it by key, each with all kinds that are in force. */
    const between = findAll({
      Request: Schema.Struct({ ...Asked.fields, after: DelegationKey, limit: Schema.Int }),
      Result: DelegationRow,
      execute: ({ account, after, community, limit, now }) => sql`SELECT ${columns(now)}
        FROM (SELECT digest FROM active_delegations WHERE community_id = ${community} AND delegator = ${account} AND until_at > ${now}
          UNION SELECT digest FROM (SELECT DISTINCT l.made_at, l.digest FROM active_delegations l
            WHERE l.community_id = ${community} AND l.delegate = ${account} AND l.until_at > ${now} AND ${lives}
              AND (l.made_at, l.digest) < (${after.madeAt}, ${after.digest})
            ORDER BY l.made_at DESC, l.digest DESC LIMIT ${limit}) to_them) listed
        JOIN active_delegations l ON l.digest = listed.digest
        LEFT JOIN users u ON u.status = 'active'
          AND u.account_address = CASE WHEN l.delegator = ${account} THEN l.delegate ELSE l.delegator END
        WHERE ${lives} ORDER BY l.made_at DESC, l.digest DESC, l.kind`
    })
    /** Follows delegations from delegate to delegate. UNION removes duplicates, so that a circle ends. */
    const onward = findAll({
      Request: Schema.Struct({ ...Asked.fields, kinds: Schema.Array(ProposalKind) }),
      Result: Schema.Struct({ account: AccountAddress }),
      execute: ({ account, community, kinds, now }) => sql`WITH RECURSIVE way (kind, account) AS (
          SELECT l.kind, l.delegate FROM active_delegations l WHERE l.community_id = ${community} AND l.delegator = ${account} AND ${lives}
            AND ${sql.in("l.kind", kinds)} AND l.until_at > ${now}
          UNION SELECT l.kind, l.delegate FROM way JOIN active_delegations l ON l.delegator = way.account AND l.kind = way.kind
            WHERE l.community_id = ${community} AND l.until_at > ${now} AND ${lives})
        SELECT DISTINCT account FROM way`
    })

    const nonceOf = findAll({
      Request: Schema.Struct({ community: CommunityId, delegator: Schema.String }),
      Result: Signed,
      execute: ({ community, delegator }) => sql`SELECT signed FROM delegations
        WHERE delegator = ${delegator} AND community_id = ${community} ORDER BY seq DESC LIMIT 1`
    })
    const openVotes = findAll({
      Request: Schema.Struct({ ...Asked.fields, digest: Schema.String }),
      Result: Schema.Struct({ number: Schema.Int }),
      execute: ({ account, community, digest, now }) => sql`SELECT p.number FROM vote_delegations l
        JOIN proposals p ON p.id = l.proposal_id AND p.status = 'active' AND p.closes_at > ${now}
        WHERE l.delegator = ${account} AND l.digest = ${digest} AND p.community_id = ${community}
        ORDER BY p.number LIMIT 20`
    })

    return {
      /**
       * Locks the community's delegations until the transaction ends: nobody else can make, revoke or freeze one, so an
       * opening commits exactly what it read.
       */
      withLock: (community: CommunityId) => withLocks(sql, [`loans:${community}`]),
      /** Whether this account's latest delegation in this community has this nonce. */
      isStored: (community: CommunityId, delegator: string, nonce: string) =>
        Effect.map(nonceOf({ community, delegator }), (rows) =>
          rows.some(({ signed }) => signed.delegation.nonce === nonce)
        ),
      /** Open votes that froze this delegation when they opened. */
      openVotes: (community: CommunityId, account: AccountAddress, digest: string, now: number) =>
        openVotes({ community, account, digest, now }),
      /** Delegations signed before this time and still in force then, between voters of this proposal. */
      inForce: (
        {
          communityId,
          id,
          kind
        }: { readonly communityId: CommunityId; readonly id: ProposalId; readonly kind: ProposalKind },
        at: number
      ) =>
        Effect.map(inForce({ at, community: communityId, id, kind }), (rows) =>
          inOrder(rows.map(({ signed }) => signed))
        ),
      /** The latest delegation that this account signed in this community. */
      latest: (community: CommunityId, delegator: string) =>
        Effect.map(latest({ community, delegator }), Option.getOrNull),
      /** All delegations that this account has made and that are in force. */
      delegatedBy: (community: CommunityId, account: AccountAddress, now: number) =>
        delegatedBy({ community, account, now }),
      /** All delegations of this account, and the next `limit` of those to it, newest first. */
      between: (
        community: CommunityId,
        account: AccountAddress,
        now: number,
        limit: number,
        after: DelegationKey | null = null
      ) =>
        Effect.map(between({ community, account, now, limit, after: after ?? NEWEST }), (rows) => ({
          delegated: rows.filter(({ delegator }) => delegator === account),
          toThem: rows.filter(({ delegator }) => delegator !== account)
        })),
      /**
       * Accounts that this account's delegates delegate to in turn, directly or through others; used to refuse circles.
       */
      onward: (asked: typeof Asked.Type & { readonly kinds: ReadonlyArray<ProposalKind> }) =>
        Effect.map(onward(asked), (rows) => rows.map(({ account }) => account)),

      /** Replaces the delegator's former delegations for these kinds. */
      add: (line: SignedDelegation, seq: number) =>
        Effect.gen(function* () {
          const { delegation, digest } = line
          const { community, from, kinds, madeAt, to, until } = delegation
          const [made, untilAt] = [Date.parse(madeAt), Date.parse(until)]
          yield* sql`INSERT INTO delegations ${sql.insert({
            digest,
            communityId: community,
            seq,
            delegator: from,
            delegate: to,
            kinds: kinds === "all" ? "all" : kinds.join(","),
            untilAt,
            signed: JSON.stringify(line),
            madeAt: made,
            endedAt: null
          })}`
          const rows = kindsOf(kinds).map((kind) => ({
            communityId: community,
            delegator: from,
            kind,
            delegate: to,
            digest,
            madeAt: made,
            untilAt
          }))
          yield* sql`INSERT INTO active_delegations ${sql.insert(rows)}
            ON CONFLICT (community_id, delegator, kind) DO UPDATE SET delegate = excluded.delegate, digest = excluded.digest,
              made_at = excluded.made_at, until_at = excluded.until_at`
          yield* sql`UPDATE delegations SET ended_at = ${made} WHERE delegator = ${from} AND community_id = ${community}
            AND ended_at IS NULL AND digest <> ${digest}
            AND NOT EXISTS (SELECT 1 FROM active_delegations l WHERE l.digest = delegations.digest)`
        }),

      /** Revokes all kinds of one delegation. Returns whether any was in force. */
      withdraw: (community: CommunityId, delegator: string, digest: string, now: number) =>
        Effect.gen(function* () {
          const gone =
            yield* sql`DELETE FROM active_delegations WHERE community_id = ${community} AND delegator = ${delegator}
            AND digest = ${digest} RETURNING kind`
          if (gone.length === 0) return false
          yield* sql`UPDATE delegations SET ended_at = ${now} WHERE digest = ${digest} AND ended_at IS NULL`
          return true
        }),

      /** Ends all delegations from and to an account that is no longer a member. `null` for all communities. */
      end: (community: CommunityId | null, account: AccountAddress, now: number) =>
        Effect.gen(function* () {
          const here = community === null ? sql`1 = 1` : sql`community_id = ${community}`
          yield* sql`UPDATE delegations SET ended_at = ${now} WHERE ${here} AND (delegator = ${account} OR delegate = ${account})
            AND ended_at IS NULL`
          yield* sql`DELETE FROM active_delegations WHERE ${here} AND (delegator = ${account} OR delegate = ${account})`
        })
    }
  })
}) {}
