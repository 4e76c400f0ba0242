/** Checks the hash chains of all votes of a database, ballot by ballot, and compares two databases by them. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { entryHash } from "~/effects/base/text/digest"
import { ProposalId } from "./fields"

const PAGE = 500

const Link = Schema.Struct({
  proposalId: ProposalId,
  seq: Schema.Int,
  prevHash: Schema.String,
  digest: Schema.String,
  signature: Schema.String,
  entryHash: Schema.String
})
const End = Schema.Struct({ proposalId: ProposalId, seq: Schema.Int, head: Schema.String })
export type ChainEnd = typeof End.Type

export interface CheckedChains {
  readonly ballots: number
  /** The last ballot of each vote that has some. */
  readonly ends: ReadonlyArray<ChainEnd>
  /** Ids of votes whose chain is broken, or ends elsewhere than their tally says. */
  readonly broken: ReadonlyArray<string>
}

/** Recomputes every link. */
export const checkChains = Effect.gen(function* () {
  const sql = yield* Sql
  const page = findAll({
    Request: Schema.Struct({ proposalId: Schema.String, seq: Schema.Int }),
    Result: Link,
    execute: (after) => sql`SELECT proposal_id, seq, prev_hash, digest, signature, entry_hash FROM ballots
      WHERE proposal_id > ${after.proposalId} OR (proposal_id = ${after.proposalId} AND seq > ${after.seq})
      ORDER BY proposal_id, seq LIMIT ${PAGE}`
  })
  const tallies = findAll({
    Request: Schema.Void,
    Result: End,
    execute: () => sql`SELECT proposal_id, seq, head FROM vote_tallies ORDER BY proposal_id`
  })
  const ends = new Map<string, ChainEnd>()
  const broken = new Set<string>()
  let ballots = 0
  let after = { proposalId: "", seq: 0 }
  for (;;) {
    const rows = yield* page(after)
    for (const { digest, entryHash: stored, prevHash, proposalId, seq, signature } of rows) {
      const before = ends.get(proposalId)
      const follows = before === undefined ? seq === 1 : seq === before.seq + 1 && prevHash === before.head
      if (!follows || entryHash(prevHash, digest, signature) !== stored) broken.add(proposalId)
      ends.set(proposalId, { proposalId, seq, head: stored })
    }
    ballots += rows.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) break
    after = { proposalId: last.proposalId, seq: last.seq }
  }
  for (const { head, proposalId, seq } of yield* tallies()) {
    const end = ends.get(proposalId)
    if (seq !== (end?.seq ?? 0) || (end !== undefined && head !== end.head)) broken.add(proposalId)
  }
  return { ballots, ends: [...ends.values()], broken: [...broken] } satisfies CheckedChains
})

/** Ids of votes whose chain here does not contain the given end at its place. */
export const chainsWithout = Effect.fnUntraced(function* (ends: ReadonlyArray<ChainEnd>) {
  const sql = yield* Sql
  const at = findAll({
    Request: End,
    Result: Schema.Struct({ entryHash: Schema.String }),
    execute: ({ proposalId, seq }) => sql`SELECT entry_hash FROM ballots
      WHERE proposal_id = ${proposalId} AND seq = ${seq}`
  })
  const missing = yield* Effect.filter(ends, (end) => Effect.map(at(end), ([found]) => found?.entryHash !== end.head))
  return missing.map(({ proposalId }) => proposalId)
})
