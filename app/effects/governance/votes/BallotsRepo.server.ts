/** Queries of ballots: a page of the table, and the whole chain for the ballot file. By key, never by count. */
import type { SqlClient } from "@effect/sql"
import { Chunk, Effect, Option, Schema, Stream } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import { PersonColumns, personColumns } from "~/effects/people/users/people.server"
import { Choice, type OpenEntry } from "./ballot/Ballot"
import type { CountRules } from "./count/Count"
import { DelegatedVotes } from "./DelegatedVotes.server"
import type { SignedDelegation } from "./delegated/Delegation"
import { rowWeight } from "./delegated/delegatedWeight"
import type { ProposalId } from "./fields"
import type { FrozenProposal } from "./proposal/FrozenProposal"
import { Sealed } from "./sealed/Sealed"
import type { Eligible } from "./snapshot"

const Row = Schema.Struct({
  seq: Schema.Int,
  accountAddress: AccountAddress,
  choice: Schema.parseJson(Choice),
  reason: Schema.String,
  weight: Schema.String,
  nonce: Schema.String,
  supersedes: Schema.NullOr(Schema.String),
  castAt: Schema.String,
  digest: Schema.String,
  curve: Schema.Literal("curve25519", "secp256k1"),
  publicKey: Schema.String,
  signature: Schema.String,
  prevHash: Schema.String,
  entryHash: Schema.String,
  /** Of a sealed vote: what was signed. `choice` and `reason` are its content after opening. */
  sealed: Schema.NullOr(Schema.parseJson(Sealed)),
  /** Why a spoilt ballot is not counted; otherwise null. */
  spoilt: Schema.NullOr(Schema.String)
}).annotations(rowOf("ballots", ["seq", "digest"]))
/**
 * The account's owner keys on the ledger when the ballot was taken; both null for ballots from before that was stored.
 */
const Seen = {
  seenVersion: Schema.NullOr(Schema.Number),
  seenKeys: Schema.NullOr(
    Schema.parseJson(
      Schema.Array(Schema.Struct({ curve: Schema.Literal("curve25519", "secp256k1"), hash: Schema.String }))
    )
  )
}
/** Number of the voter's latest ballot, the only one that counts. */
const Latest = { latestSeq: Schema.NullOr(Schema.Int) }
const LineRow = Schema.Struct({ ...Row.fields, ...Seen, ...PersonColumns.fields, ...Latest })
const ChainRow = Schema.Struct({ ...Row.fields, ...Latest })
export type BallotRow = typeof LineRow.Type

const decodeRows = Schema.decodeUnknown(Schema.Array(Row))
const decodeChain = Schema.decodeUnknown(Schema.Array(ChainRow))
const decodeLines = Schema.decodeUnknown(Schema.Array(LineRow))
const decodeVoters = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ account: AccountAddress, weight: Schema.String }))
)

const columns = `b.seq, b.account_address, b.choice, b.reason, b.weight, b.nonce, b.supersedes, b.cast_at, b.digest,
  b.curve, b.public_key, b.signature, b.prev_hash, b.entry_hash, b.sealed, b.spoilt`
/** Rows read at once: some tens of kilobytes of text, which can be freed early. */
const CHUNK = 100

export interface BallotsQuery {
  /** A choice's key; empty for all. */
  readonly choice: string
  /** Words of the reason or of the voter's name; empty for all. */
  readonly q: string
  /** The last number of the previous page. */
  readonly after: number
  /** The first number of the following page, to page backward; null to page forward. */
  readonly before: number | null
}

export interface SingleBallot {
  readonly account?: AccountAddress
  readonly seq?: number
}

export type ChainRow = typeof ChainRow.Type

/** The chain entry of a row. Members that all ballots of the vote share are not stored with each row. */
export const entryOf = (proposal: FrozenProposal, proposalDigest: string, row: typeof Row.Type): OpenEntry => ({
  seq: row.seq,
  ballot: {
    kind: "ballot",
    v: 1,
    networkId: proposal.networkId,
    community: proposal.community.id,
    proposal: proposal.proposal,
    proposalDigest,
    account: row.accountAddress,
    ...(row.sealed === null ? { choice: row.choice, reason: row.reason } : { sealed: row.sealed }),
    nonce: row.nonce,
    castAt: row.castAt,
    supersedes: row.supersedes
  },
  weight: row.weight,
  digest: row.digest,
  proof: { curve: row.curve, publicKey: row.publicKey, signature: row.signature },
  prevHash: row.prevHash,
  entryHash: row.entryHash
})

/** All rows of a list, read in batches after the key of the last row. */
const inChunks = <A, K>(start: K, read: (after: K) => Effect.Effect<ReadonlyArray<A>>, keyOf: (last: A) => K) =>
  Stream.paginateChunkEffect(start, (after) =>
    Effect.map(read(after), (found) => {
      const last = found.at(-1)
      return [
        Chunk.fromIterable(found),
        last === undefined || found.length < CHUNK ? Option.none() : Option.some(keyOf(last))
      ] as const
    })
  )

/** The statement of a page. A fragment that runs nothing, so it takes `sql` from the caller. */
const makeStatement =
  (sql: SqlClient.SqlClient) =>
  (proposalId: ProposalId, { after, before, choice, q }: BallotsQuery, limit: number) =>
    sql`
      SELECT ${sql.literal(columns)}, b.seen_version, b.seen_keys, ${sql.literal(personColumns)}, v.seq AS latest_seq
      FROM ballots b
      LEFT JOIN users u ON u.account_address = b.account_address
      LEFT JOIN voters v ON v.proposal_id = b.proposal_id AND v.account_address = b.account_address
      WHERE ${sql.and([
        sql`b.proposal_id = ${proposalId}`,
        before === null ? sql`b.seq > ${after}` : sql`b.seq < ${before}`,
        ...(choice === "" ? [] : [sql`b.choice_key = ${choice}`]),
        ...containsWords(sql, q, "b.reason_key", "LOWER(u.username)")
      ])}
      ORDER BY b.seq ${sql.literal(before === null ? "ASC" : "DESC")} LIMIT ${limit}`

export class BallotsRepo extends Effect.Service<BallotsRepo>()("governance/votes/BallotsRepo", {
  dependencies: [DelegatedVotes.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { excluded: excludedDelegations, signedAfter, usedBy } = yield* DelegatedVotes

    /** What these rows add to the result: own and delegated weight. */
    const weights = (
      id: ProposalId,
      rules: CountRules,
      rows: ReadonlyArray<Pick<ChainRow, "accountAddress" | "latestSeq" | "seq" | "spoilt" | "weight">>
    ) =>
      Effect.map(usedBy(id, rules, [...new Set(rows.map(({ accountAddress }) => accountAddress))]), (used) =>
        rows.map(({ accountAddress, latestSeq, seq, spoilt, weight }) =>
          rowWeight(latestSeq === seq && spoilt === null, weight, used.get(accountAddress))
        )
      )

    const statement = makeStatement(sql)

    /** Pages backward start with their last ballot. */
    const page = Effect.fn("BallotsRepo.page")((proposalId: ProposalId, query: BallotsQuery, limit: number) =>
      statement(proposalId, query, limit).pipe(Effect.flatMap(decodeLines), Effect.orDie)
    )

    /** The chain up to a number, in order. */
    const chain = (proposalId: ProposalId, until: number) =>
      inChunks(
        0,
        (after) =>
          sql`SELECT ${sql.literal(columns)}, v.seq AS latest_seq FROM ballots b
            LEFT JOIN voters v ON v.proposal_id = b.proposal_id AND v.account_address = b.account_address
            WHERE b.proposal_id = ${proposalId} AND b.seq > ${after} AND b.seq <= ${until}
            ORDER BY b.seq LIMIT ${CHUNK}`.pipe(Effect.flatMap(decodeChain), Effect.orDie),
        ({ seq }) => seq
      )

    /** The frozen list of voters, in the order in which it was hashed. */
    const voters = (proposalId: ProposalId): Stream.Stream<Eligible> =>
      inChunks(
        "",
        (after) =>
          sql`SELECT account_address AS account, weight FROM voters
            WHERE proposal_id = ${proposalId} AND account_address > ${after}
            ORDER BY account_address LIMIT ${CHUNK}`.pipe(Effect.flatMap(decodeVoters), Effect.orDie),
        ({ account }) => account
      )

    /** The delegations in force when voting opened, in the order in which they were hashed. */
    const delegations = (proposalId: ProposalId): Stream.Stream<SignedDelegation> =>
      inChunks(
        "",
        (after) => signedAfter(proposalId, after, CHUNK),
        ({ delegation }) => delegation.from
      )

    /** The ballot with this number, the latest of an account, or both. */
    const single = Effect.fn("BallotsRepo.single")((proposalId: ProposalId, { account, seq }: SingleBallot) =>
      sql`SELECT ${sql.literal(columns)} FROM ballots b
        WHERE ${sql.and([
          sql`b.proposal_id = ${proposalId}`,
          ...(account === undefined ? [] : [sql`b.account_address = ${account}`]),
          ...(seq === undefined ? [] : [sql`b.seq = ${seq}`])
        ])}
        ORDER BY b.seq DESC LIMIT 1`.pipe(
        Effect.flatMap(decodeRows),
        Effect.map(([row]) => Option.fromNullable(row)),
        Effect.orDie
      )
    )

    return {
      /** Exported for benchmarks. */
      statement,
      page,
      weights,
      chain,
      voters,
      delegations,
      excludedDelegations,
      single
    }
  })
}) {}
