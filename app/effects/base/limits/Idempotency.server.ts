/**
 * Idempotency: a write that is sent twice with one key takes effect once, and both requests get the same response
 * (docs/goals.md B2). Refusals are not stored: the person may correct the form and send it again under the same key.
 */
import { Clock, Effect, Either, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { KeyReused } from "~/effects/base/failures/failures"
import { sha256 } from "~/effects/base/text/random.server"
import { atomically } from "./atomically.server"
import { type Keyed, responseOf, type StoredResponse } from "./Keyed"
import { withLocks } from "./locks.server"

const StoredRow = Schema.Struct({ keyHash: Schema.String, contentHash: Schema.String, answer: Schema.String })

/** `scope` separates people who chose the same key. */
export const keyed = (scope: string, key: string, content: string): Keyed => ({
  keyHash: sha256(JSON.stringify([scope, key])),
  contentHash: sha256(content)
})

/** Name of the lock (turns.server.ts) that is taken before the stored response is looked up. */
export const lockOf = ({ keyHash }: Keyed): string => `once:${keyHash}`

export class Idempotency extends Effect.Service<Idempotency>()("base/limits/Idempotency", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findAll({
      Request: Schema.Array(Schema.String),
      Result: StoredRow,
      execute: (hashes) => sql`SELECT key_hash, content_hash, answer FROM idempotency_keys
        WHERE ${sql.in("key_hash", hashes)}`
    })
    /** Stored responses by the key's hash. Must run in a transaction that holds their locks. */
    const stored = (keys: ReadonlyArray<Keyed>): Effect.Effect<ReadonlyMap<string, StoredResponse>> =>
      keys.length === 0
        ? Effect.succeed(new Map())
        : Effect.map(
            select([...new Set(keys.map(({ keyHash }) => keyHash))]),
            (rows) => new Map(rows.map((row) => [row.keyHash, row]))
          )

    /** Stores responses for repeated requests, in the same transaction. */
    const store = (responses: ReadonlyArray<StoredResponse>) =>
      Effect.gen(function* () {
        if (responses.length === 0) return
        const createdAt = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO idempotency_keys ${sql.insert(responses.map((response) => ({ ...response, createdAt })))}`
      })

    /** Without a key the program simply runs. */
    const run = Effect.fn("Idempotency.run")(function* <E, R>(
      scope: string,
      key: string | null,
      content: string,
      program: Effect.Effect<string, E, R>
    ) {
      if (key === null) return yield* program
      const own = keyed(scope, key, content)

      const attempt = Effect.gen(function* () {
        yield* withLocks(sql, [lockOf(own)])
        const before = (yield* stored([own])).get(own.keyHash)
        if (before !== undefined) return responseOf(before, own)
        // Commits even if the program fails: a wrong code must count.
        const result: Either.Either<string, E | KeyReused> = yield* Effect.either(program)
        if (Either.isRight(result)) yield* store([{ ...own, answer: result.right }])
        return result
      })
      return yield* Effect.flatten(atomically(sql)(attempt))
    })

    return { run, stored, store }
  })
}) {}
