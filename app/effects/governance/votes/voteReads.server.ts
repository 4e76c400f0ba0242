/** What taking a ballot needs to know, read for one voter before the signature is checked, and for many at the commit. */
import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { WeightMode } from "~/effects/access/Community"
import { MembershipStatus } from "~/effects/access/Membership"
import { Choice } from "./ballot/Ballot"
import { type BallotFailure, type Prepared, refusalBefore } from "./ballot/intake"
import { instantOf } from "./fields"
import { FrozenProposal } from "./proposal/FrozenProposal"
import { ProposalStatus } from "./proposal/Proposal"

const Vote = Schema.Struct({
  id: Schema.String,
  status: ProposalStatus,
  proposalDigest: Schema.String,
  frozen: Schema.String,
  isSecret: Schema.Int,
  tokenSymbol: Schema.NullOr(Schema.String)
})
/** What has no frozen text yet, or never got one. */
const Unopened = Schema.Struct({
  id: Schema.String,
  status: ProposalStatus,
  opensAt: Schema.Number,
  closesAt: Schema.Number,
  minMembershipHours: Schema.Int,
  weightMode: WeightMode,
  isSecret: Schema.Int
})
const Voter = Schema.Struct({
  proposalId: Schema.String,
  account: Schema.String,
  weight: Schema.NullOr(Schema.String),
  digest: Schema.NullOr(Schema.String),
  choice: Schema.NullOr(Schema.parseJson(Choice)),
  status: Schema.NullOr(MembershipStatus),
  joinedAt: Schema.NullOr(Schema.Number),
  suspendedUntil: Schema.NullOr(Schema.Number)
})
export type VoterRow = typeof Voter.Type

const Nonce = Schema.Struct({
  nonce: Schema.String,
  proposalId: Schema.String,
  accountAddress: Schema.String,
  castAt: Schema.Number,
  used: Schema.Int
})

const decodeVotes = Schema.decodeUnknown(Schema.Array(Vote))
const decodeUnopened = Schema.decodeUnknown(Schema.Array(Unopened))
const decodeVoters = Schema.decodeUnknown(Schema.Array(Voter))
const decodeNonces = Schema.decodeUnknown(Schema.Array(Nonce))
const decodeFrozen = Schema.decodeUnknown(Schema.parseJson(FrozenProposal))

/** Frozen texts that were read already: they never change, and a vote is cast many times. */
const REMEMBERED = 200

/** A membership as the rules see it: a suspension that is over is none. */
export const standingOf = (row: VoterRow | undefined, now: number, tokenSymbol: string | null) => ({
  membership:
    row === undefined || row.status === null || row.joinedAt === null
      ? null
      : {
          status:
            row.status === "suspended" && row.suspendedUntil !== null && row.suspendedUntil <= now
              ? ("active" as const)
              : row.status,
          joinedAt: row.joinedAt,
          suspendedUntil: row.suspendedUntil
        },
  weight: row?.weight ?? null,
  heldNow: null,
  tokenSymbol
})

export const makeVoteReads = (sql: SqlClient.SqlClient) => {
  const frozenTexts = new Map<string, FrozenProposal>()

  const frozenOf = ({ frozen, proposalDigest }: typeof Vote.Type) =>
    Effect.gen(function* () {
      const known = frozenTexts.get(proposalDigest)
      if (known !== undefined) return known
      const read = yield* decodeFrozen(frozen)
      const oldest = frozenTexts.keys().next().value
      if (frozenTexts.size >= REMEMBERED && oldest !== undefined) frozenTexts.delete(oldest)
      frozenTexts.set(proposalDigest, read)
      return read
    })

  /** Votes that were opened, by id. */
  const votes = (ids: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const rows = yield* decodeVotes(
        yield* sql`SELECT p.id, p.status, p.proposal_digest, p.frozen, p.token_symbol,
          CASE WHEN c.visibility = 'private' THEN 1 ELSE 0 END AS is_secret
        FROM proposals p JOIN communities c ON c.id = p.community_id
        WHERE ${sql.in("p.id", ids)} AND p.frozen IS NOT NULL`
      )
      const found = yield* Effect.forEach(rows, (row) =>
        Effect.map(frozenOf(row), (proposal) => ({ ...row, proposal }))
      )
      return new Map(found.map((row) => [row.id, row] as const))
    }).pipe(Effect.orDie)

  /** Whoever is or was a member; the list is made of members, so nobody on it is left out. */
  const voters = (ids: ReadonlyArray<string>, accounts: ReadonlyArray<string>) =>
    sql`SELECT p.id AS proposal_id, m.account_address AS account, v.weight, v.digest, v.choice, m.status, m.joined_at,
        m.suspended_until
      FROM proposals p JOIN memberships m ON m.community_id = p.community_id
        AND ${sql.in("m.account_address", accounts)}
      LEFT JOIN voters v ON v.proposal_id = p.id AND v.account_address = m.account_address
      WHERE ${sql.in("p.id", ids)}`.pipe(Effect.flatMap(decodeVoters), Effect.orDie)

  const nonces = (wanted: ReadonlyArray<string>) =>
    sql`SELECT nonce, proposal_id, account_address, cast_at, used FROM ballot_nonces
      WHERE ${sql.in("nonce", wanted)}`.pipe(
      Effect.flatMap(decodeNonces),
      Effect.map(
        (rows): ReadonlyMap<string, Prepared> =>
          new Map(
            rows.map(({ accountAddress, castAt, nonce, proposalId, used }) => [
              nonce,
              { nonce, account: accountAddress, proposal: proposalId, castAt: instantOf(castAt), used: used !== 0 }
            ])
          )
      ),
      Effect.orDie
    )

  /** A vote as a voter finds it; null for what does not exist, or not for them. */
  const asFound = (
    found: Effect.Effect.Success<ReturnType<typeof votes>> extends ReadonlyMap<string, infer V> ? V | undefined : never,
    row: VoterRow | undefined,
    now: number
  ) => {
    if (found === undefined) return null
    const voter = standingOf(row, now, found.tokenSymbol)
    if (found.isSecret === 1 && voter.membership?.status !== "active") return null
    const { proposal, proposalDigest, status } = found
    return { proposal, proposalDigest, status, voter, latestDigest: row?.digest ?? null }
  }

  /** Why there is no vote to be found yet, for those who may know of it: by id and account, null for all others. */
  const refusals = (asked: ReadonlyArray<Pick<Arrival, "proposal" | "account" | "arrived">>) =>
    Effect.gen(function* () {
      const ids = [...new Set(asked.map(({ proposal }) => proposal))]
      if (ids.length === 0) return () => null
      const found = yield* sql`SELECT p.id, p.status, p.opens_at, p.closes_at, p.min_membership_hours, p.weight_mode,
          CASE WHEN c.visibility = 'private' THEN 1 ELSE 0 END AS is_secret
        FROM proposals p JOIN communities c ON c.id = p.community_id
        WHERE ${sql.in("p.id", ids)} AND p.frozen IS NULL`.pipe(Effect.flatMap(decodeUnopened))
      const rows = found.length === 0 ? [] : yield* voters(ids, [...new Set(asked.map(({ account }) => account))])
      return (proposal: string, account: string, now: number): BallotFailure | null => {
        const row = found.find(({ id }) => id === proposal)
        if (row === undefined) return null
        const standing = rows.find((one) => one.proposalId === proposal && one.account === account)
        const voter = standingOf(standing, now, null)
        if (row.isSecret === 1 && voter.membership?.status !== "active") return null
        return refusalBefore({ ...row, snapshot: null }, voter, now) ?? null
      }
    }).pipe(Effect.orDie)

  const vote = Effect.fn("votes.vote")(function* (id: string, account: string) {
    const found = (yield* votes([id])).get(id)
    const [row] = found === undefined ? [] : yield* voters([id], [account])
    return asFound(found, row, yield* Effect.clockWith((clock) => clock.currentTimeMillis))
  })

  /** What is known before their signatures are checked of ballots that arrived together: three statements for all. */
  const arrivals = Effect.fn("votes.arrivals")(function* (all: ReadonlyArray<Arrival>) {
    const ids = [...new Set(all.map(({ proposal }) => proposal))]
    const found = yield* votes(ids)
    const rows = yield* voters(ids, [...new Set(all.map(({ account }) => account))])
    const standing = new Map(rows.map((row) => [`${row.proposalId} ${row.account}`, row]))
    const prepared = yield* nonces([...new Set(all.map(({ nonce }) => nonce))])
    const refusalOf = yield* refusals(all.filter(({ proposal }) => !found.has(proposal)))
    return all.map(({ account, arrived, nonce, proposal }) => ({
      vote: asFound(found.get(proposal), standing.get(`${proposal} ${account}`), arrived),
      refusal: refusalOf(proposal, account, arrived),
      prepared: prepared.get(nonce)
    }))
  })

  return { votes, voters, nonces, vote, arrivals, refusals }
}

/** A ballot that came in: by which vote, whose, and when (Unix milliseconds). */
export interface Arrival {
  readonly proposal: string
  readonly account: string
  readonly nonce: string
  readonly arrived: number
}
export type VoteReads = ReturnType<typeof makeVoteReads>
