/** Rows of a community for its export, read by key in pages, as long as they are wanted. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema, Stream } from "effect"
import { AT_ONCE, type Parts, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import type { ExportedTable } from "./table"

/** Values as both databases give them; JSON is text. */
const Value = Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null)
const Row = Schema.Record({ key: Schema.String, value: Value })
export type ExportedRow = typeof Row.Type
type Key = string | number

/** A column's name as rows carry it. */
export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Without one there would be no way on, and rows would be missing unsaid. */
const keyIn = (value: unknown): Key => {
  if (typeof value === "string" || typeof value === "number") return value
  throw new Error("a row of an export has no key to go on from")
}

/** Reads every table of `tables.ts`; writes nothing. */
export class ExportedRows extends Effect.Service<ExportedRows>()("effects/ExportedRows", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const pagesOf = ({ columns, from, key, where }: ExportedTable) =>
      SqlSchema.findAll({
        Request: Schema.Struct({ communityId: Schema.String, after: Schema.Union(Schema.String, Schema.Number) }),
        Result: Row,
        execute: ({ after, communityId }) => sql`
          SELECT ${sql.literal(columns.join(", "))} FROM ${sql(from)}
          WHERE ${sql.and([
            sql`community_id = ${communityId}`,
            sql`${sql(key)} > ${after}`,
            ...(where === undefined ? [] : [sql.literal(where)])
          ])}
          ORDER BY ${sql(key)} LIMIT ${AT_ONCE}`
      })
    const numbers = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, after: Schema.Number }),
      Result: Schema.Struct({ number: Schema.Int }),
      execute: ({ after, communityId }) => sql`SELECT number FROM proposals
        WHERE community_id = ${communityId} AND number > ${after} ORDER BY number LIMIT ${AT_ONCE}`
    })

    return {
      /** Everything of one table. */
      of: (communityId: string, table: ExportedTable): Parts<ExportedRow> => {
        const page = pagesOf(table)
        const key = camel(table.key)
        return readInPages<ExportedRow, Key, never, never>(table.start, (after) =>
          Effect.map(Effect.orDie(page({ communityId, after })), (found) =>
            pageOf(found, AT_ONCE, (last) => keyIn(last[key]))
          )
        )
      },
      /** The numbers of its proposals. */
      proposals: (communityId: string): Stream.Stream<number> =>
        readInPages(0, (after) =>
          Effect.map(Effect.orDie(numbers({ communityId, after })), (found) =>
            pageOf(found, AT_ONCE, ({ number }) => number)
          )
        ).pipe(
          Stream.flattenIterables,
          Stream.map(({ number }) => number)
        )
    }
  })
}) {}
