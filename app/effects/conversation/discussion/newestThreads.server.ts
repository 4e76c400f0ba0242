/** The newest threads of all listed communities, for the public square, without hidden and removed ones. */
import { Effect, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { PublicThread } from "./PublicThread"

const decode = Schema.decodeUnknown(Schema.Array(PublicThread))

export const newestThreads = Effect.fn("newestThreads")(function* (
  limit: number,
  { tag }: { readonly tag?: string } = {}
) {
  const sql = yield* Sql
  const rows = yield* sql`SELECT t.id, t.number, t.community_id, c.name AS community_name, c.slug, t.title, t.category,
      t.comment_count, t.created_at
    FROM threads t JOIN communities c ON c.id = t.community_id AND c.listed = 1
    WHERE ${sql.and([
      sql`t.shown = 'visible'`,
      ...(tag === undefined
        ? []
        : [sql`EXISTS (SELECT 1 FROM community_tags g WHERE g.community_id = t.community_id AND g.tag = ${tag})`])
    ])}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}`
  return yield* decode(rows)
}, Effect.orDie)
