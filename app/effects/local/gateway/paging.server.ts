/** Pages of the gateway: at most 100 items, and an opaque cursor (docs/connector.md). */
import { Either, Encoding, Schema } from "effect"
import { invalidFields, maybe } from "./refusal.server"

export const PAGE = 100

export const PageRequest = {
  cursor: maybe(Schema.String),
  limit_per_page: maybe(Schema.Int.pipe(Schema.between(1, PAGE)))
}
interface Asked {
  readonly cursor?: string | null | undefined
  readonly limit_per_page?: number | null | undefined
}

const readCursor = (cursor: string) =>
  Either.flatMap(Encoding.decodeBase64UrlString(cursor), (text) =>
    /^\d{1,9}$/.test(text) ? Either.right(Number(text)) : Either.left(undefined)
  )

/** A page of a list that does not change as long as the caller stays at one version. */
export const pageOf = <A>(all: ReadonlyArray<A>, { cursor, limit_per_page }: Asked = {}) =>
  Either.mapBoth(cursor == null ? Either.right(0) : readCursor(cursor), {
    onLeft: () => invalidFields([["cursor", "Not a cursor of ours."]]),
    onRight: (from) => {
      const end = from + (limit_per_page ?? PAGE)
      const more = end < all.length ? { next_cursor: Encoding.encodeBase64Url(String(end)) } : {}
      return { items: all.slice(from, end), total_count: all.length, ...more }
    }
  })

/** The first page, inside a larger response. */
export const firstPage = <A>(all: ReadonlyArray<A>) => Either.getOrThrow(pageOf(all)) // no cursor can be refused
