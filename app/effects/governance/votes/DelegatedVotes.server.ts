/**
 * Delegations in a vote: frozen with the list of voters when it opens, and recounted with each batch of ballots
 * (docs/votes.md). Every method runs in the caller's transaction.
 */

import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { Choice } from "./ballot/Ballot"
import type { CountRules } from "./count/Count"
import { type ExcludedDelegations, SignedDelegation } from "./delegated/Delegation"
import { type ActiveDelegation, type DelegatedCount, delegatedCount, usedBy } from "./delegated/delegatedWeight"
import { ProposalId } from "./fields"
import { formatVotes, readVotes } from "./weight"

/** Rows in one statement. */
const AT_ONCE = 200

/**
 * Sums of delegations to one delegate with equal weight and state; at most two rows if every member has the same
 * weight.
 */
const DelegatedRow = Schema.Struct({
  delegate: AccountAddress,
  weight: Schema.String,
  loans: Schema.Int,
  hasVoted: Schema.Int,
  isExcluded: Schema.Int,
  choice: Schema.NullOr(Schema.parseJson(Choice))
})
const delegationFound = ({
  choice,
  delegate,
  hasVoted,
  isExcluded,
  loans,
  weight
}: typeof DelegatedRow.Type): ActiveDelegation => ({
  to: delegate,
  weight: loans === 1 ? weight : formatVotes(readVotes(weight) * BigInt(loans)),
  hasVoted: hasVoted === 1,
  isExcluded: isExcluded === 1,
  choice
})

/** The vote that opens. */
interface Frozen {
  readonly id: ProposalId
  readonly communityId: CommunityId
  readonly closesAt: number
}

/** Reads and writes the table `vote_delegations`. */
export class DelegatedVotes extends Effect.Service<DelegatedVotes>()("governance/votes/DelegatedVotes", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const findActive = findAll({
      Request: Schema.Struct({ id: ProposalId, delegates: Schema.NullOr(Schema.Array(Schema.String)) }),
      Result: DelegatedRow,
      execute: ({ delegates, id }) => sql`SELECT l.delegate, f.weight, COUNT(*) AS loans,
          CASE WHEN f.seq IS NULL THEN 0 ELSE 1 END AS has_voted,
          CASE WHEN l.excluded IS NULL THEN 0 ELSE 1 END AS is_excluded,
          CASE WHEN b.spoilt IS NULL THEN t.choice END AS choice
        FROM vote_delegations l JOIN voters f ON f.proposal_id = l.proposal_id AND f.account_address = l.delegator
        JOIN voters t ON t.proposal_id = l.proposal_id AND t.account_address = l.delegate
        LEFT JOIN ballots b ON b.proposal_id = t.proposal_id AND b.seq = t.seq
        WHERE ${sql.and([sql`l.proposal_id = ${id}`, ...(delegates === null ? [] : [sql.in("l.delegate", delegates)])])}
        GROUP BY 1, 2, 4, 5, 6`
    })
    const signed = findAll({
      Request: Schema.Struct({ id: ProposalId, after: Schema.String, limit: Schema.Int }),
      Result: Schema.Struct({ signed: Schema.parseJson(SignedDelegation) }),
      execute: ({ after, id, limit }) => sql`SELECT signed FROM vote_delegations
        WHERE proposal_id = ${id} AND delegator > ${after} ORDER BY delegator LIMIT ${limit}`
    })
    const excluded = findAll({
      Request: Schema.String,
      Result: Schema.Struct({
        delegator: AccountAddress,
        seq: Schema.Int,
        why: Schema.Literal("suspended", "left")
      }),
      execute: (id) => sql`SELECT l.delegator, t.seq, l.excluded AS why FROM vote_delegations l
        JOIN voters f ON f.proposal_id = l.proposal_id AND f.account_address = l.delegator AND f.seq IS NULL
        JOIN voters t ON t.proposal_id = l.proposal_id AND t.account_address = l.delegate AND t.seq IS NOT NULL
        WHERE l.proposal_id = ${id} AND l.excluded IS NOT NULL ORDER BY l.delegator`
    })
    const delegators = findAll({
      Request: Schema.Struct({ id: ProposalId, delegate: Schema.String }),
      Result: Schema.Struct({ delegator: AccountAddress }),
      execute: ({ delegate, id }) => sql`SELECT l.delegator FROM vote_delegations l
        JOIN voters f ON f.proposal_id = l.proposal_id AND f.account_address = l.delegator AND f.seq IS NULL
        WHERE l.proposal_id = ${id} AND l.delegate = ${delegate} ORDER BY l.delegator`
    })
    const delegationFrom = findOne({
      Request: Schema.Struct({ id: ProposalId, delegator: Schema.String }),
      Result: Schema.Struct({
        delegate: AccountAddress,
        username: Schema.NullOr(Schema.String),
        seq: Schema.NullOr(Schema.Int)
      }),
      execute: ({ id, delegator }) => sql`SELECT l.delegate, u.username, t.seq FROM vote_delegations l
        LEFT JOIN users u ON u.account_address = l.delegate AND u.status = 'active'
        LEFT JOIN voters t ON t.proposal_id = l.proposal_id AND t.account_address = l.delegate
        WHERE l.proposal_id = ${id} AND l.delegator = ${delegator}`
    })

    return {
      /** Called once, while the vote opens. */
      freeze: ({ closesAt, communityId, id: proposalId }: Frozen, list: ReadonlyArray<SignedDelegation>) =>
        Effect.gen(function* () {
          for (let at = 0; at < list.length; at += AT_ONCE) {
            const rows = list.slice(at, at + AT_ONCE).map((line) => ({
              proposalId,
              communityId,
              closesAt,
              delegator: line.delegation.from,
              delegate: line.delegation.to,
              digest: line.digest,
              signed: JSON.stringify(line)
            }))
            yield* sql`INSERT INTO vote_delegations ${sql.insert(rows)}`
          }
        }),
      /**
       * Determines which delegations the ballots of these delegates use, while they are stored. One whose delegator
       * could not vote at this moment is not used, and the reason is stored (docs/votes.md).
       */
      exclude: (id: ProposalId, delegates: ReadonlyArray<string>, now: number) =>
        sql`UPDATE vote_delegations SET excluded = CASE
            WHEN EXISTS (SELECT 1 FROM account_suspensions s WHERE s.account_address = vote_delegations.delegator
              AND (s.suspended_until IS NULL OR s.suspended_until > ${now})) THEN 'suspended'
            WHEN EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = vote_delegations.community_id
              AND m.account_address = vote_delegations.delegator AND m.status = 'suspended'
              AND (m.suspended_until IS NULL OR m.suspended_until > ${now})) THEN 'suspended'
            WHEN NOT EXISTS (SELECT 1 FROM memberships m JOIN proposals p ON p.id = vote_delegations.proposal_id
              WHERE m.community_id = vote_delegations.community_id AND m.account_address = vote_delegations.delegator
                AND m.status IN ('active', 'suspended') AND m.joined_at <= p.opens_at) THEN 'left'
          END
          WHERE proposal_id = ${id} AND ${sql.in("delegate", delegates)}`,
      /** Delegations that their delegates' ballots did not use. */
      excluded: (id: ProposalId) =>
        Effect.map(
          excluded(id),
          (rows): ExcludedDelegations =>
            Object.fromEntries(rows.map(({ delegator, seq, why }) => [delegator, { seq, why }]))
        ),
      /** What delegations add to the count now; null for a vote without any. */
      count: (proposalId: ProposalId, rules: CountRules): Effect.Effect<DelegatedCount | null> =>
        rules.snapshot.delegations === undefined
          ? Effect.succeed(null)
          : Effect.map(findActive({ id: proposalId, delegates: null }), (rows) =>
              delegatedCount(rules, rows.map(delegationFound))
            ),
      /** The delegated weight that counts now with the ballots of these accounts. */
      usedBy: (id: ProposalId, rules: CountRules, delegates: ReadonlyArray<string>) =>
        rules.snapshot.delegations === undefined || delegates.length === 0
          ? Effect.succeed<ReadonlyMap<string, string>>(new Map())
          : Effect.map(findActive({ id, delegates }), (rows) => usedBy(rules, rows.map(delegationFound))),
      /** As in the ballot file, by the delegator's address: the next ones after an account. */
      signedAfter: (id: ProposalId, after: string, limit: number) =>
        Effect.map(signed({ id, after, limit }), (rows) => rows.map((row) => row.signed)),
      /** Delegators of this account who have not voted. */
      delegators: (id: ProposalId, delegate: string) =>
        Effect.map(delegators({ id, delegate }), (rows) => rows.map(({ delegator }) => delegator)),
      /** The delegate of this account in this vote, and whether the delegate has voted. */
      delegationFrom: (id: ProposalId, delegator: string) =>
        Effect.map(delegationFrom({ id, delegator }), Option.getOrNull)
    }
  })
}) {}
