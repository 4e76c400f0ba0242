/** A database for which a test sets what happens right before the next transaction. */
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import type { Database } from "./databases"

/** Runs what it was given once, before the next transaction starts. */
export const interrupted = (database: Database) => {
  const state: { meanwhile: Effect.Effect<unknown, unknown> } = { meanwhile: Effect.void }
  const layer: Database = Layer.map(database, (context) => {
    const client = Context.get(context, SqlClient.SqlClient)
    const withTransaction: SqlClient.SqlClient["withTransaction"] = (program) =>
      Effect.suspend(() => {
        const { meanwhile } = state
        state.meanwhile = Effect.void
        return Effect.zipRight(Effect.orDie(meanwhile), client.withTransaction(program))
      })
    const other = new Proxy(client, {
      get: (target, name) => (name === "withTransaction" ? withTransaction : Reflect.get(target, name))
    })
    return Context.make(SqlClient.SqlClient, other)
  })
  return { layer, state }
}
