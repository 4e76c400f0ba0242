/** Reads a community's rows for its export in key-ordered pages, on demand. */

import { Effect, Schema, Stream } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { AT_ONCE, type Parts, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import type { ExportedTable } from "./table"

/** Values as both databases return them; JSON columns are text. */
const Value = Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null)
const Row = Schema.Record({ key: Schema.String, value: Value })
export type ExportedRow = typeof Row.Type
type Key = string | number

/** Column name as rows spell it. */
export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Fails without a key, because the export would otherwise stop early without saying so. */
const keyIn = (value: unknown): Key => {
  if (typeof value === "string" || typeof value === "number") return value
  throw new Error("a row of an export has no key to continue from")
}

/** Reads the tables listed in `tables.ts`; never writes. */
export class ExportedRows extends Effect.Service<ExportedRows>()("publishing/exports/ExportedRows", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const pagesOf = ({ columns, from, key, where }: ExportedTable) =>
      findAll({
        Request: Schema.Struct({ communityId: CommunityId, after: Schema.Union(Schema.String, Schema.Number) }),
        Result: Row,
        execute: ({ after, communityId }) => sql`
          SELECT ${sql.literal(columns.join(", "))} FROM ${sql.literal(from)}
          WHERE ${sql.and([
            sql`community_id = ${communityId}`,
            sql`${sql(key)} > ${after}`,
            ...(where === undefined ? [] : [sql.literal(where)])
          ])}
          ORDER BY ${sql(key)} LIMIT ${AT_ONCE}`
      })
    const numbers = findAll({
      Request: Schema.Struct({ communityId: CommunityId, after: Schema.Number }),
      Result: Schema.Struct({ number: Schema.Int }),
      execute: ({ after, communityId }) => sql`SELECT number FROM proposals
        WHERE community_id = ${communityId} AND number > ${after} ORDER BY number LIMIT ${AT_ONCE}`
    })

    return {
      /** All rows of one table. */
      of: (communityId: CommunityId, table: ExportedTable): Parts<ExportedRow> => {
        const page = pagesOf(table)
        const key = camel(table.key)
        return readInPages<ExportedRow, Key, never, never>(table.start, (after) =>
          Effect.map(page({ communityId, after }), (found) => pageOf(found, AT_ONCE, (last) => keyIn(last[key])))
        )
      },
      /** Numbers of the community's proposals. */
      proposals: (communityId: CommunityId): Stream.Stream<number> =>
        readInPages(0, (after) =>
          Effect.map(numbers({ communityId, after }), (found) => pageOf(found, AT_ONCE, ({ number }) => number))
        ).pipe(
          Stream.flattenIterables,
          Stream.map(({ number }) => number)
        )
    }
  })
}) {}
