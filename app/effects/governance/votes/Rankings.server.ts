/** The weight behind each ranking of a ranked vote, from which an instant run-off is counted. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { type Ranking, readRanking } from "./count/Count"
import { ProposalId } from "./fields"
import { formatVotes, readVotes } from "./weight"

const Row = Schema.Struct({ proposalId: ProposalId, name: Schema.String, votes: Schema.String })

/** What ballots of one vote add to the weight of a ranking (negative: take from it), in units of `weight.ts`. */
export interface RankingChange {
  readonly proposalId: ProposalId
  readonly name: string
  readonly change: bigint
}

const unique = (texts: ReadonlyArray<string>) => [...new Set(texts)].sort()

/** Reads and writes the table `rankings`. */
export class Rankings extends Effect.Service<Rankings>()("governance/votes/Rankings", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const known = findAll({
      Request: Schema.Struct({ ids: Schema.Array(Schema.String), names: Schema.Array(Schema.String) }),
      Result: Row,
      execute: ({ ids, names }) => sql`SELECT proposal_id, name, votes FROM rankings
        WHERE ${sql.in("proposal_id", ids)} AND ${sql.in("name", names)}`
    })
    const behind = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ name: Schema.String, votes: Schema.String }),
      execute: (id) => sql`SELECT name, votes FROM rankings WHERE proposal_id = ${id} AND votes <> '0'`
    })

    /** Runs in the transaction that stores the ballots, which has locked these votes. */
    const move = (changes: ReadonlyArray<RankingChange>) =>
      Effect.gen(function* () {
        if (changes.length === 0) return
        const rows = yield* known({
          ids: unique(changes.map(({ proposalId }) => proposalId)),
          names: unique(changes.map(({ name }) => name))
        })
        const next = changes.map(({ change, name, proposalId }) => {
          const before = rows.find((row) => row.proposalId === proposalId && row.name === name)
          return { proposalId, name, votes: formatVotes(readVotes(before?.votes ?? "0") + change) }
        })
        yield* sql`INSERT INTO rankings ${sql.insert(next)}
          ON CONFLICT (proposal_id, name) DO UPDATE SET votes = excluded.votes`
      })

    /** Rankings whose weight is not zero. */
    const of = (proposalId: ProposalId): Effect.Effect<ReadonlyArray<Ranking>> =>
      Effect.map(behind(proposalId), (rows) => rows.map(({ name, votes }) => readRanking(name, votes)))

    return { move, of }
  })
}) {}
