/** Rows of a community for its export, read by key in pages, as long as they are wanted. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Chunk, Effect, Option, Schema, Stream } from "effect"
import type { ExportedTable } from "./table"

const PAGE = 500

/** Values as both databases give them; JSON is text. */
const Value = Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null)
const Row = Schema.Record({ key: Schema.String, value: Value })
export type ExportedRow = typeof Row.Type
type Key = string | number

/** A column's name as rows carry it. */
export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const isKey = (value: unknown): value is Key => typeof value === "string" || typeof value === "number"

/** A page, and the key after which the next one begins; none after the last. */
const pageOf = <A>(found: ReadonlyArray<A>, keyOf: (last: A) => unknown) => {
  const last = found.at(-1)
  const key = last === undefined || found.length < PAGE ? undefined : keyOf(last)
  return [Chunk.fromIterable(found), isKey(key) ? Option.some(key) : Option.none()] as const
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
          ORDER BY ${sql(key)} LIMIT ${PAGE}`
      })
    const numbers = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, after: Schema.Number }),
      Result: Schema.Struct({ number: Schema.Int }),
      execute: ({ after, communityId }) => sql`SELECT number FROM proposals
        WHERE community_id = ${communityId} AND number > ${after} ORDER BY number LIMIT ${PAGE}`
    })

    return {
      /** Everything of one table. */
      of: (communityId: string, table: ExportedTable): Stream.Stream<ExportedRow> => {
        const page = pagesOf(table)
        const key = camel(table.key)
        return Stream.paginateChunkEffect(table.start as Key, (after) =>
          Effect.map(Effect.orDie(page({ communityId, after })), (found) => pageOf(found, (last) => last[key]))
        )
      },
      /** The numbers of its proposals. */
      proposals: (communityId: string): Stream.Stream<number> =>
        Stream.paginateChunkEffect(0 as Key, (after) =>
          Effect.map(Effect.orDie(numbers({ communityId, after: Number(after) })), (found) =>
            pageOf(found, ({ number }) => number)
          )
        ).pipe(Stream.map(({ number }) => number))
    }
  })
}) {}
