/** Whose sessions many tokens are, in one statement: for requests that are answered together. */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { sha256 } from "../random.server"
import { IDLE_LIFE, Sessions } from "./Sessions.server"

const Rows = Schema.Array(
  Schema.Struct({ tokenHash: Schema.String, accountAddress: Schema.String, lastSeenAt: Schema.Number })
)

/** A session that was not looked up for so long goes the usual way, which writes the visit down. */
const FRESH = Duration.toMillis("1 minute")

export class SessionAccounts extends Effect.Service<SessionAccounts>()("effects/SessionAccounts", {
  dependencies: [Sessions.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sessions = yield* Sessions

    /** The account of each token, in their order; null where its session is over, or never was. */
    const accountsOf = (tokens: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string | null>> =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const hashes = tokens.map((token) => sha256(token))
        const rows =
          tokens.length === 0
            ? []
            : yield* sql`SELECT token_hash, account_address, last_seen_at FROM sessions
              WHERE ${sql.in("token_hash", [...new Set(hashes)])} AND expires_at > ${now}
                AND last_seen_at > ${now - Duration.toMillis(IDLE_LIFE)}`
        const known = new Map((yield* Schema.decodeUnknown(Rows)(rows)).map((row) => [row.tokenHash, row] as const))
        return yield* Effect.forEach(tokens, (token, at) => {
          const row = known.get(hashes[at] ?? "")
          if (row === undefined) return Effect.succeed(null)
          if (row.lastSeenAt > now - FRESH) return Effect.succeed(row.accountAddress)
          return Effect.map(sessions.find(token), (found) => Option.getOrNull(Option.map(found, (_) => _.account)))
        })
      }).pipe(Effect.orDie)

    return { accountsOf }
  })
}) {}
