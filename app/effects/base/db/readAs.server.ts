/** Decodes the rows of a statement; a storage failure or an unreadable row ends the request. */
import type { SqlError } from "@effect/sql"
import { Effect, Schema } from "effect"

export type Statement = Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>

export const readAs =
  <A, I>(row: Schema.Schema<A, I>) =>
  (statement: Statement): Effect.Effect<ReadonlyArray<A>> =>
    Effect.orDie(Effect.flatMap(statement, Schema.decodeUnknown(Schema.Array(row))))
