/** Sessions of the demonstration's people, written into the database of a stopped server. */
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { demoAccount } from "~/effects/local/seed/accounts"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"

/** Returns the cookie of each. `more` runs over the same database. */
export const openSessions = (
  file: string,
  people: ReadonlyArray<string>,
  more: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown> = () => Effect.void
): Promise<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    yield* more(yield* SqlClient.SqlClient)
    const sessions = yield* Sessions
    const open = (who: string) =>
      sessions.open({ account: demoAccount(who), persona: null, userAgent: "a goal", replaces: Option.none() })
    return (yield* Effect.forEach(people, open)).map((token) => `__Host-session=${token}`)
  }).pipe(Effect.provide(Sessions.Default.pipe(Layer.provideMerge(layerSqlite(file)))), Effect.runPromise)
