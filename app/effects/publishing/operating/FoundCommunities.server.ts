/** Communities as operators find them, including private ones. A read model. */
import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { shortName } from "~/effects/people/account/shortName"
import type { FoundCommunity } from "./console"
import { NothingFound, UnclearAddress } from "./errors"
import { containing } from "./FoundPeople.server"

const Row = Schema.Struct({
  id: Schema.String,
  slug: Schema.String,
  name: Schema.String,
  visibility: Schema.String,
  stage: Schema.String,
  memberCount: Schema.Number,
  ownerAddress: AccountAddress,
  ownerName: Schema.NullOr(Schema.String),
  createdAt: Schema.Number
})

/** Last segment of a page's address, so that a pasted address finds its community. */
const lastOf = (text: string) =>
  text
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "")
    .split("/")
    .at(-1) ?? ""

/** The id or slug in the address of a community's own page, or in a text that is not an address. */
const namedIn = (text: string): string | undefined => {
  if (!/[/?#]/.test(text)) return text
  const url = URL.canParse(text, "http://own.invalid") ? new URL(text, "http://own.invalid") : undefined
  if (url === undefined || url.search !== "" || url.hash !== "") return undefined
  return /^\/(?:community\/detail|explore)\/([^/]+)\/?$/.exec(url.pathname)?.[1]
}

export class FoundCommunities extends Effect.Service<FoundCommunities>()("publishing/operating/FoundCommunities", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findAll({
      Request: Schema.Struct({ text: Schema.String, part: Schema.String, limit: Schema.Int }),
      Result: Row,
      execute: ({ limit, part, text }) => sql`SELECT c.id, c.slug, c.name, c.visibility, c.stage, c.member_count,
          c.owner_address, u.username AS owner_name, c.created_at
        FROM communities c LEFT JOIN users u ON u.account_address = c.owner_address AND u.status = 'active'
        WHERE c.discarded_at IS NULL AND (c.name_key LIKE ${containing(text)} ESCAPE '!' OR c.slug = ${part}
          OR c.id = ${part} OR c.owner_address = ${text})
        ORDER BY c.created_at DESC, c.id LIMIT ${limit}`
    })

    const selectOne = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ id: CommunityId }),
      execute: (part) => sql`SELECT id FROM communities WHERE id = ${part} AND discarded_at IS NULL
        UNION SELECT id FROM communities WHERE slug = ${part} AND discarded_at IS NULL LIMIT 1`
    })

    return {
      /** By id, slug, or the address of the community's own page. */
      one: Effect.fn("FoundCommunities.one")(function* (address: string) {
        const part = namedIn(address.trim().toLowerCase())
        if (part === undefined) {
          const why = "This is not the address of a community's own page, so it could refer to another one."
          return yield* new UnclearAddress({ why, wanted: "its page, or its id" })
        }
        const found = yield* selectOne(part)
        return Option.isNone(found) ? yield* new NothingFound({ thing: "community", name: address }) : found.value
      }),

      /** Newest first; an empty text finds all. */
      list: Effect.fn("FoundCommunities.list")(function* (text: string, limit: number) {
        const plain = text.trim().toLowerCase()
        const rows = yield* select({ text: plain, part: lastOf(plain), limit })
        return rows.map(
          ({ memberCount, ownerAddress, ownerName, ...row }): FoundCommunity => ({
            ...row,
            members: memberCount,
            owner: ownerName ?? shortName(ownerAddress)
          })
        )
      })
    }
  })
}) {}
