/** Applies the result of finished votes to their series. */
import { Effect, Option, Schema } from "effect"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { Bonds } from "./Bonds.server"
import { bondActionHashes } from "./bondVote.server"
import type { Series } from "./Series"
import { SeriesLists } from "./SeriesLists.server"
import { SeriesRepo } from "./SeriesRepo.server"

/** Results after which a vote approves nothing, or no longer does. */
const OVER: ReadonlySet<string> = new Set(["failed", "noQuorum", "uncountable", "cancelled", "expired"])

export const makeBondVotes = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const lists = yield* SeriesLists
  const { scan } = yield* WorkQueue
  const bonds = yield* Bonds
  const executions = yield* Executions

  const status = findOne({
    Request: Schema.String,
    Result: Schema.Struct({ status: Schema.String }),
    execute: (id) => sql`SELECT status FROM proposals WHERE id = ${id}`
  })
  const isOver = ({ proposalId }: Series) =>
    Effect.map(
      status(proposalId ?? ""),
      Option.exists((found) => OVER.has(found.status))
    )

  const approvedOf = Effect.fnUntraced(function* (series: Series) {
    for (const hash of bondActionHashes(series)) {
      const found = yield* executions.approvedAction(series.communityId, "bond", hash)
      if (Option.isSome(found)) return found
    }
    return Option.none()
  })

  /** Moves one series to approved, or back to a draft if its vote ended otherwise. Runs with the minute job. */
  const concludeOne = Effect.fn("BondVotes.concludeOne")(function* (id: string) {
    const series = Option.getOrUndefined(yield* repo.find(id))
    if (series === undefined) return
    const found = series.state === "proposed" ? yield* approvedOf(series) : Option.none()
    if (Option.isSome(found)) yield* bonds.decided(series.id, true, found.value.id)
    else if (yield* isOver(series)) yield* bonds.decided(series.id, false)
  })
  const conclude = scan({
    job: "bonds.votes",
    after: lists.keysIn(["proposed", "approved"]),
    keyOf: (id) => id,
    check: concludeOne
  })
  return { conclude }
})
