/**
 * Once: a write that came twice with one idempotency key happens once, and both get the same answer (docs/goals.md B2).
 * Refusals are not kept: the person may mend something and send again under the same key.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Either, Schema } from "effect"
import { KeyReused } from "~/effects/base/failures/failures"
import { sha256 } from "~/effects/base/text/random.server"
import { atomically } from "./atomically.server"
import { takeTurns } from "./turns.server"

const Kept = Schema.Array(Schema.Struct({ contentHash: Schema.String, answer: Schema.String }))

export class Once extends Effect.Service<Once>()("effects/Once", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** `scope` keeps people apart who chose the same key. Without a key the program just runs. */
    const run = Effect.fn("Once.run")(function* <E, R>(
      scope: string,
      key: string | null,
      content: string,
      program: Effect.Effect<string, E, R>
    ) {
      if (key === null) return yield* program
      const keyHash = sha256(JSON.stringify([scope, key]))
      const contentHash = sha256(content)

      const attempt = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* takeTurns(sql, [`once:${keyHash}`])
        const rows = yield* sql`SELECT content_hash, answer FROM submit_keys WHERE key_hash = ${keyHash}`
        const [kept] = yield* Effect.orDie(Schema.decodeUnknown(Kept)(rows))
        if (kept !== undefined) {
          return kept.contentHash === contentHash
            ? Either.right(kept.answer)
            : Either.left<E | KeyReused>(new KeyReused())
        }
        // Committed even when the program fails: a wrong code must count.
        const result: Either.Either<string, E | KeyReused> = yield* Effect.either(program)
        if (Either.isRight(result)) {
          yield* sql`INSERT INTO submit_keys ${sql.insert({ keyHash, contentHash, answer: result.right, createdAt: now })}`
        }
        return result
      })
      return yield* Effect.flatten(atomically(sql)(Effect.orDie(attempt)))
    })

    return { run }
  })
}) {}
