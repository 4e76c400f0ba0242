import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"

/** A sitemap holds at most 50,000 addresses (sitemaps.org 0.9), the site's own pages among them. */
const MOST = 45_000

/** The communities of the directory, newest first. `listed` is what nobody has to sign in to see (visibility.ts). */
export const publicSlugs: Effect.Effect<ReadonlyArray<string>, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const listed = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ slug: Schema.String }),
    execute: (limit) => sql`SELECT slug FROM communities
      WHERE listed = 1 ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  })
  const rows = yield* listed(MOST)
  return rows.map(({ slug }) => slug)
}).pipe(Effect.orDie, Effect.withSpan("publicSlugs"))
