/**
 * The totals of the public directory: how many communities it lists, and how many memberships those have. Stored,
 * because counting rows costs more the more there are (quality A14).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"

export interface PublicCounts {
  readonly communities: number
  readonly memberships: number
}

const Row = Schema.Struct({ name: Schema.String, value: Schema.Int })

/**
 * Whoever changes what is listed changes the totals in the same transaction. Call it last: it locks two rows that
 * everybody shares.
 */
export const changePublicCounts = (sql: SqlClient.SqlClient, by: Partial<PublicCounts>) =>
  Effect.forEach(
    Object.entries(by).filter(([, change]) => change !== 0),
    ([name, change]) => sql`UPDATE public_counts SET value = value + ${change} WHERE name = ${name}`,
    { discard: true }
  )

export const makeReadPublicCounts = Effect.map(SqlClient.SqlClient, (sql) => {
  const rows = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Row,
    execute: () => sql`SELECT name, value FROM public_counts`
  })
  return rows(undefined).pipe(
    Effect.map((found): PublicCounts => {
      const of = (name: string) => found.find((row) => row.name === name)?.value ?? 0
      return { communities: of("communities"), memberships: of("memberships") }
    }),
    Effect.orDie,
    Effect.withSpan("publicCounts")
  )
})
