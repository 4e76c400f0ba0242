/** Votes and their voters, against which ballots are checked; read for many ballots at once. */
import { Cause, Clock, Effect, Option, Schema } from "effect"
import { WeightMode } from "~/effects/access/Community"
import { MembershipStatus } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { Choice } from "./ballot/Ballot"
import { type Changes, NO_CHANGES, oneMore } from "./ballot/changes"
import { ProposalId } from "./fields"
import { FrozenProposal } from "./proposal/FrozenProposal"
import { ProposalStatus } from "./proposal/Proposal"

const Vote = Schema.Struct({
  id: ProposalId,
  status: ProposalStatus,
  proposalDigest: Schema.String,
  frozen: Schema.String,
  isSecret: Schema.Int,
  tokenSymbol: Schema.NullOr(Schema.String)
})
/** A vote without a frozen text: not opened yet, or never opened. */
const Unopened = Schema.Struct({
  id: ProposalId,
  status: ProposalStatus,
  opensAt: Schema.Number,
  closesAt: Schema.Number,
  minMembershipHours: Schema.Int,
  weightMode: WeightMode,
  isSecret: Schema.Int
})
const Voter = Schema.Struct({
  proposalId: ProposalId,
  account: AccountAddress,
  weight: Schema.NullOr(Schema.String),
  digest: Schema.NullOr(Schema.String),
  choice: Schema.NullOr(Schema.parseJson(Choice)),
  status: Schema.NullOr(MembershipStatus),
  joinedAt: Schema.NullOr(Schema.Number),
  suspendedUntil: Schema.NullOr(Schema.Number)
})
/** A member in relation to a vote: on its list if `weight` is there, with the ballot that counts if `digest` is. */
export type VoterRow = typeof Voter.Type
const Change = Schema.Struct({
  proposalId: ProposalId,
  account: AccountAddress,
  castAt: Schema.DateFromString
})
/** A vote that was opened, with its frozen text decoded. */
export type OpenedVote = typeof Vote.Type & { readonly proposal: FrozenProposal }

const Sealer = Schema.Struct({ proposalId: ProposalId, account: AccountAddress, sealedPoint: Schema.String })

const Ids = Schema.Array(Schema.String)
const decodeFrozen = Schema.decodeUnknown(Schema.parseJson(FrozenProposal))

/** Cache of decoded frozen texts: they never change, and a vote is cast many times. */
const REMEMBERED = 200

const makeFrozenTexts = () => {
  const known = new Map<string, FrozenProposal>()
  return ({ frozen, proposalDigest }: typeof Vote.Type) =>
    Effect.gen(function* () {
      const found = known.get(proposalDigest)
      if (found !== undefined) return found
      const read = yield* decodeFrozen(frozen)
      const oldest = known.keys().next().value
      if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
      known.set(proposalDigest, read)
      return read
    })
}

/** The changes of a voter, by vote and account; undefined if they never replaced a ballot. */
export type ChangesOf = (proposalId: ProposalId, account: AccountAddress) => Changes | undefined

/** Reads `proposals`, `voters`, `ballots`, `memberships` and `account_suspensions`; writes nothing. */
export class VotesRepo extends Effect.Service<VotesRepo>()("governance/votes/VotesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const frozenOf = makeFrozenTexts()

    const opened = findAll({
      Request: Ids,
      Result: Vote,
      execute: (ids) => sql`SELECT p.id, p.status, p.proposal_digest, p.frozen, p.token_symbol,
          CASE WHEN c.visibility = 'private' THEN 1 ELSE 0 END AS is_secret
        FROM proposals p JOIN communities c ON c.id = p.community_id
        WHERE ${sql.in("p.id", ids)} AND p.frozen IS NOT NULL`
    })
    const unopened = findAll({
      Request: Ids,
      Result: Unopened,
      execute: (ids) => sql`SELECT p.id, p.status, p.opens_at, p.closes_at, p.min_membership_hours, p.weight_mode,
          CASE WHEN c.visibility = 'private' THEN 1 ELSE 0 END AS is_secret
        FROM proposals p JOIN communities c ON c.id = p.community_id
        WHERE ${sql.in("p.id", ids)} AND p.frozen IS NULL`
    })
    const voters = findAll({
      Request: Schema.Struct({ ids: Ids, accounts: Ids, now: Schema.Number }),
      Result: Voter,
      // An account suspended by operators is suspended in every community.
      execute: ({ accounts, ids, now }) => sql`SELECT p.id AS proposal_id, m.account_address AS account, v.weight,
          v.digest, v.choice, m.joined_at,
          CASE WHEN s.account_address IS NULL OR m.status NOT IN ('active', 'suspended') THEN m.status
            ELSE 'suspended' END AS status,
          CASE WHEN s.account_address IS NULL THEN m.suspended_until ELSE s.suspended_until END AS suspended_until
        FROM proposals p JOIN memberships m ON m.community_id = p.community_id
          AND ${sql.in("m.account_address", accounts)}
        LEFT JOIN account_suspensions s ON s.account_address = m.account_address
          AND (s.suspended_until IS NULL OR s.suspended_until > ${now})
        LEFT JOIN voters v ON v.proposal_id = p.id AND v.account_address = m.account_address
        WHERE ${sql.in("p.id", ids)}`
    })

    /** At most some fifty rows for each voter, since changes are limited. */
    const changes = findAll({
      Request: Schema.Struct({ ids: Ids, accounts: Ids }),
      Result: Change,
      execute: ({ accounts, ids }) => sql`SELECT proposal_id, account_address AS account, cast_at FROM ballots
        WHERE ${sql.in("account_address", accounts)} AND ${sql.in("proposal_id", ids)} AND supersedes IS NOT NULL`
    })

    const sealers = findAll({
      Request: Schema.Struct({ ids: Ids, points: Ids }),
      Result: Sealer,
      execute: ({ ids, points }) => sql`SELECT proposal_id, account_address AS account, sealed_point FROM ballots
        WHERE ${sql.in("proposal_id", ids)} AND ${sql.in("sealed_point", points)}`
    })

    return {
      /** The account that cast a ballot with a sealed part, by vote and the part's `U`. */
      sealers: (ids: ReadonlyArray<ProposalId>, points: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const rows = yield* sealers({ ids, points })
          const found = new Map(rows.map((row) => [`${row.proposalId} ${row.sealedPoint}`, row.account]))
          return (proposalId: ProposalId, point: string) => found.get(`${proposalId} ${point}`)
        }),
      /** How often voters have replaced their ballots. */
      changes: (ids: ReadonlyArray<ProposalId>, accounts: ReadonlyArray<string>): Effect.Effect<ChangesOf> =>
        Effect.gen(function* () {
          const found = new Map<string, Changes>()
          for (const { account, castAt, proposalId } of yield* changes({ ids, accounts })) {
            const place = `${proposalId} ${account}`
            found.set(place, oneMore(found.get(place) ?? NO_CHANGES, castAt.getTime()))
          }
          return (proposalId: ProposalId, account: AccountAddress) => found.get(`${proposalId} ${account}`)
        }),
      /** Opened votes, by id. */
      opened: (ids: ReadonlyArray<ProposalId>): Effect.Effect<ReadonlyMap<string, OpenedVote>> =>
        Effect.gen(function* () {
          const votes = new Map<string, OpenedVote>()
          for (const row of yield* opened(ids)) {
            // Ballots that arrive together are read together, so a vote that cannot be read must not block the others.
            const proposal = yield* Effect.option(
              Effect.tapError(frozenOf(row), (error) => logDied("a vote cannot be read")(Cause.die(error)))
            )
            if (Option.isSome(proposal)) votes.set(row.id, { ...row, proposal: proposal.value })
          }
          return votes
        }),
      /** Votes that are not open yet, or never were. */
      unopened: (ids: ReadonlyArray<ProposalId>) => unopened(ids),
      /** Present and former members. The list is made of members, so nobody on it is missing. */
      voters: (ids: ReadonlyArray<ProposalId>, accounts: ReadonlyArray<string>) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => voters({ ids, accounts, now }))
    }
  })
}) {}
