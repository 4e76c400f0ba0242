/** What becomes of series whose vote is over (R-B2, D-21). */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { Bonds } from "./Bonds.server"
import { bondActionHashes } from "./bondVote.server"
import type { Series } from "./Series"
import { SeriesLists } from "./SeriesLists.server"

/** A vote that ended so approves nothing, or no longer does. */
const OVER: ReadonlySet<string> = new Set(["failed", "noQuorum", "cancelled", "expired"])
const AT_ONCE = 100

export class BondVotes extends Effect.Service<BondVotes>()("effects/bonds/BondVotes", {
  dependencies: [Bonds.Default, SeriesLists.Default, Executions.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lists = yield* SeriesLists
    const bonds = yield* Bonds
    const executions = yield* Executions

    const status = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ status: Schema.String }),
      execute: (id) => sql`SELECT status FROM proposals WHERE id = ${id}`
    })
    const isOver = ({ proposalId }: Series) =>
      Effect.map(
        Effect.orDie(status(proposalId ?? "")),
        Option.exists((found) => OVER.has(found.status))
      )

    const approvedOf = Effect.fnUntraced(function* (series: Series) {
      for (const hash of bondActionHashes(series)) {
        const found = yield* executions.approvedAction(series.communityId, "bond", hash)
        if (Option.isSome(found)) return found
      }
      return Option.none()
    })

    /** Those that were approved, and those whose vote ended otherwise. Runs with the minute job. */
    const conclude = Effect.gen(function* () {
      for (const series of yield* lists.inStates(["proposed", "approved"], "", AT_ONCE)) {
        const found = series.state === "proposed" ? yield* approvedOf(series) : Option.none()
        if (Option.isSome(found)) yield* bonds.decided(series.id, true, found.value.id)
        else if (yield* isOver(series)) yield* bonds.decided(series.id, false)
      }
    })
    return { conclude }
  })
}) {}
