import { Effect, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Tag } from "./Tag"

/** The server's list of interests. */
export class Tags extends Effect.Service<Tags>()("people/tags/Tags", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const decode = Schema.decodeUnknown(Schema.Array(Tag))

    const read = sql`SELECT id, name FROM tags ORDER BY position`.pipe(
      Effect.flatMap(decode),
      Effect.orDie,
      Effect.withSpan("Tags.all")
    )
    const [held, forget] = yield* Effect.cachedInvalidateWithTTL(read, "1 minute")
    /** Every tag, in the product's order, cached for a minute. A failed query is not cached. */
    const all = Effect.onError(held, () => forget)

    /** Fails on the field if a name is not on the list. */
    const requireExisting = Effect.fn("Tags.requireExisting")(function* (names: ReadonlyArray<string>) {
      const known = new Set((yield* all).map((tag) => tag.name))
      if (names.every((name) => known.has(name))) return
      return yield* new InvalidFields({ fields: { tags: "Choose tags from the list." } })
    })

    return { all, requireExisting }
  })
}) {}
