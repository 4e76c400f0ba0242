/**
 * Storing ballots that arrived together, in one transaction: the chains grow, the sums move on, nonces are used up, and
 * each voter's latest ballot is noted. About ten statements, however many ballots there are.
 */
import type { SqlClient } from "@effect/sql"
import { Array as Arr, Effect, Either, Option, Schema } from "effect"
import type { SeenKeys } from "~/effects/people/wallet-session/proof/Ownership.server"
import type { ChainEnd, Choice, OpenEntry } from "./ballot/Ballot"
import { BallotRefused } from "./ballot/errors"
import { type BallotFailure, castBallot, checkBallot, type SentBallot } from "./ballot/intake"
import type { CountedBallot } from "./count/Count"
import { Sums } from "./Tally"
import { standingOf, type VoteReads } from "./voteReads.server"
import { formatVotes, readVotes } from "./weight"

export interface Waiting {
  readonly sent: SentBallot
  /** The account with the session. */
  readonly account: string
  /** Unix milliseconds, when the request came in. */
  readonly arrived: number
  /** Whose the account was when the signature was checked (docs/product/votes.md, 3.5.4, point 4). */
  readonly seen: SeenKeys
}

type Stored = Either.Either<OpenEntry, BallotFailure>

interface OpenTally {
  end: ChainEnd
  sums: Sums
}
interface Latest {
  digest: string | null
  former: CountedBallot | null
}

const Locked = Schema.Tuple(Schema.Struct({ seq: Schema.Int, head: Schema.String, sums: Schema.parseJson(Sums) }))
const Rankings = Schema.Array(Schema.Struct({ proposalId: Schema.String, name: Schema.String, votes: Schema.String }))

/** What the table is filtered by: the one choice of a ballot, or its first. */
const keyOf = (choice: Choice): string => {
  if (typeof choice === "string") return choice
  if (Array.isArray(choice)) return String(choice[0] ?? "")
  return Object.entries(choice).sort(([, one], [, other]) => other - one)[0]?.[0] ?? ""
}

const place = (proposal: string, rest: string) => `${proposal} ${rest}`
const unique = (texts: ReadonlyArray<string>) => [...new Set(texts)].sort()

interface Seen {
  readonly entry: OpenEntry
  readonly seen: SeenKeys
}

const rowOf = ({ entry, seen }: Seen) => {
  const { ballot, digest, entryHash, prevHash, proof, seq, weight } = entry
  return {
    proposalId: ballot.proposal,
    seq,
    accountAddress: ballot.account,
    choice: JSON.stringify(ballot.choice),
    choiceKey: keyOf(ballot.choice),
    reason: ballot.reason,
    weight,
    nonce: ballot.nonce,
    supersedes: ballot.supersedes,
    castAt: ballot.castAt,
    digest,
    curve: proof.curve,
    publicKey: proof.publicKey,
    signature: proof.signature,
    prevHash,
    entryHash,
    seenVersion: seen.stateVersion,
    seenKeys: Option.getOrNull(Option.map(seen.keys, (keys) => JSON.stringify(keys)))
  }
}

export const makeBatch = (sql: SqlClient.SqlClient, reads: VoteReads) => {
  /** Nobody else adds to these chains, closes or cancels these votes until the transaction ends. */
  const lock = (ids: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach(ids, (id) =>
        sql`UPDATE standings SET seq = seq WHERE proposal_id = ${id} RETURNING seq, head, sums`.pipe(
          Effect.flatMap(Schema.decodeUnknown(Locked)),
          Effect.map(([{ head, seq, sums }]): readonly [string, OpenTally] => [id, { end: { seq, head }, sums }])
        )
      ),
      (pairs) => new Map(pairs)
    )

  const moveRankings = (changes: ReadonlyMap<string, bigint>) =>
    Effect.gen(function* () {
      if (changes.size === 0) return
      const ids = unique([...changes.keys()].map((key) => key.slice(0, key.indexOf(" "))))
      const names = unique([...changes.keys()].map((key) => key.slice(key.indexOf(" ") + 1)))
      const rows = yield* sql`SELECT proposal_id, name, votes FROM rankings
        WHERE ${sql.in("proposal_id", ids)} AND ${sql.in("name", names)}`
      const known = new Map(
        (yield* Schema.decodeUnknown(Rankings)(rows)).map((row) => [place(row.proposalId, row.name), row.votes])
      )
      const next = [...changes].map(([key, change]) => ({
        proposalId: key.slice(0, key.indexOf(" ")),
        name: key.slice(key.indexOf(" ") + 1),
        votes: formatVotes(readVotes(known.get(key) ?? "0") + change)
      }))
      yield* sql`INSERT INTO rankings ${sql.insert(next)}
        ON CONFLICT (proposal_id, name) DO UPDATE SET votes = excluded.votes`
    })

  const write = (taken: ReadonlyArray<Seen>, standings: ReadonlyMap<string, OpenTally>) =>
    Effect.gen(function* () {
      if (taken.length === 0) return
      yield* sql`INSERT INTO ballots ${sql.insert(taken.map(rowOf))}`
      const entries = taken.map(({ entry }) => entry)
      const used = entries.map(({ ballot }) => ballot.nonce)
      yield* sql`UPDATE ballot_nonces SET used = 1 WHERE ${sql.in("nonce", used)}`
      const latest = new Map(entries.map((entry) => [place(entry.ballot.proposal, entry.ballot.account), entry]))
      yield* sql`INSERT INTO voters ${sql.insert(
        [...latest.values()].map(({ ballot, digest, seq, weight }) => ({
          proposalId: ballot.proposal,
          accountAddress: ballot.account,
          weight,
          seq,
          digest,
          choice: JSON.stringify(ballot.choice),
          votedAt: Date.parse(ballot.castAt)
        }))
      )} ON CONFLICT (proposal_id, account_address) DO UPDATE SET seq = excluded.seq, digest = excluded.digest,
        choice = excluded.choice, voted_at = excluded.voted_at`
      for (const id of unique(entries.map(({ ballot }) => ballot.proposal))) {
        const standing = standings.get(id)
        if (standing === undefined) continue
        const { end, sums } = standing
        yield* sql`UPDATE standings SET seq = ${end.seq}, head = ${end.head}, sums = ${JSON.stringify(sums)}
          WHERE proposal_id = ${id}`
      }
    })

  /** In the order of their arrival; each answer stands where its ballot stood. */
  return (batch: ReadonlyArray<Waiting>) =>
    Effect.gen(function* () {
      const ids = unique(batch.map(({ sent }) => sent.ballot.proposal))
      const standings = yield* lock(ids)
      const votes = yield* reads.votes(ids)
      const rows = yield* reads.voters(ids, unique(batch.map(({ account }) => account)))
      const voters = new Map(rows.map((row) => [place(row.proposalId, row.account), row]))
      const prepared = yield* reads.nonces(unique(batch.map(({ sent }) => sent.ballot.nonce)))
      const latest = new Map<string, Latest>()
      const used = new Set<string>()
      const rankings = new Map<string, bigint>()
      const move = (id: string, name: string | null, change: bigint) => {
        if (name !== null) rankings.set(place(id, name), (rankings.get(place(id, name)) ?? 0n) + change)
      }

      const take = ({ account, arrived, sent }: Waiting): Stored => {
        const { nonce, proposal: id } = sent.ballot
        const vote = votes.get(id)
        const standing = standings.get(id)
        if (vote === undefined || standing === undefined) {
          return Either.left(new BallotRefused({ message: "This ballot is for another vote." }))
        }
        const key = place(id, account)
        const row = voters.get(key)
        const known = latest.get(key) ?? {
          digest: row?.digest ?? null,
          former: row?.choice == null || row.weight === null ? null : { choice: row.choice, weight: row.weight }
        }
        const given = prepared.get(nonce)
        const accepted = checkBallot(sent, {
          proposal: vote.proposal,
          proposalDigest: vote.proposalDigest,
          status: vote.status,
          voter: standingOf(row, arrived, vote.tokenSymbol),
          account,
          prepared: given === undefined ? undefined : { ...given, used: given.used || used.has(nonce) },
          latestDigest: known.digest,
          now: arrived
        })
        if (Either.isLeft(accepted)) return Either.left(accepted.left)
        const cast = castBallot(vote.proposal, { ...standing, former: known.former }, accepted.right)
        const { entry, ranking, sums } = cast
        standings.set(id, { end: { seq: entry.seq, head: entry.entryHash }, sums })
        latest.set(key, { digest: entry.digest, former: { choice: sent.ballot.choice, weight: entry.weight } })
        used.add(nonce)
        move(id, ranking.loses, -readVotes(known.former?.weight ?? "0"))
        move(id, ranking.gains, readVotes(entry.weight))
        return Either.right(entry)
      }

      const results = batch.map(take)
      const taken = Arr.zip(batch, results).flatMap(([{ seen }, result]) =>
        Either.isRight(result) ? [{ entry: result.right, seen }] : []
      )
      yield* write(taken, standings)
      yield* moveRankings(rankings)
      return results
    }).pipe(Effect.orDie)
}
