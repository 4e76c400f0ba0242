/** Checks whether a slug is free. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"

export class Slugs extends Effect.Service<Slugs>()("communities/communities/Slugs", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** `except` is the community that may keep its own slug. */
    const isFree = Effect.fn("Slugs.isFree")((slug: string, except: string) =>
      Effect.map(sql`SELECT id FROM communities WHERE slug = ${slug} AND id <> ${except}`, (rows) => rows.length === 0)
    )

    const selectTaken = findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ slug: Schema.String }),
      execute: (wished) => sql`SELECT slug FROM communities WHERE ${sql.in("slug", wished)}`
    })
    /** The first free slug of these; null if all are taken. */
    const firstFree = Effect.fn("Slugs.firstFree")(function* (wished: ReadonlyArray<string>) {
      const taken = yield* selectTaken(wished)
      return wished.find((candidate) => !taken.some(({ slug }) => slug === candidate)) ?? null
    })

    return { isFree, firstFree }
  })
}) {}
