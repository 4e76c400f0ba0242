import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** A sitemap holds at most 50,000 addresses (sitemaps.org 0.9), the site's own pages among them. */
const MOST = 45_000

/** The communities of the directory, newest first. `listed` is what nobody has to sign in to see (visibility.ts). */
export const publicSlugs: Effect.Effect<ReadonlyArray<string>, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly slug: string }>`SELECT slug FROM communities
    WHERE listed = 1 ORDER BY created_at DESC, id DESC LIMIT ${MOST}`
  return rows.map(({ slug }) => slug)
}).pipe(Effect.orDie, Effect.withSpan("publicSlugs"))
