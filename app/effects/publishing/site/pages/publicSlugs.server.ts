import { SqlClient } from "@effect/sql"
import { Effect, Schema, Stream } from "effect"
import { findAll } from "~/effects/base/db/statements.server"
import { AT_ONCE, type Parts, pageOf, readInPages } from "~/effects/base/jobs/inParts"

/** A sitemap may contain 50,000 addresses (sitemaps.org 0.9), including the site's own pages. */
const MOST = 45_000

const Key = Schema.Struct({ createdAt: Schema.Number, id: Schema.String })

/** Communities of the directory, newest first. `listed` means visible without signing in (visibility.ts). */
export const publicSlugs: Effect.Effect<Parts<string>, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => {
    const listed = findAll({
      Request: Key,
      Result: Schema.Struct({ slug: Schema.String, ...Key.fields }),
      execute: ({ createdAt, id }) => sql`SELECT slug, created_at, id FROM communities
        WHERE listed = 1 AND (created_at, id) < (${createdAt}, ${id})
        ORDER BY created_at DESC, id DESC LIMIT ${AT_ONCE}`
    })
    const pages = readInPages({ createdAt: Number.MAX_SAFE_INTEGER, id: "" }, (after) =>
      Effect.map(listed(after), (rows) => pageOf(rows, AT_ONCE, ({ createdAt, id }) => ({ createdAt, id })))
    )
    return Stream.map(Stream.take(pages, MOST / AT_ONCE), (rows) => rows.map(({ slug }) => slug))
  }
)
