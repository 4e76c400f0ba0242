/**
 * GET /api/exports/members?community={slug}&format=csv|json: name, address, role, weight and day of joining, for
 * moderators and the owner (docs/product/communities.md). Never an e-mail address.
 */
import { Effect, Stream } from "effect"
import { requireAllowed } from "~/effects/access/must"
import { AT_ONCE, readInPages } from "~/effects/base/jobs/inParts"
import { downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import type { Member } from "../Member"
import { MembersRepo } from "../MembersRepo.server"
import { everybody, type MembersQuery } from "../query"

interface Exported {
  readonly name: string
  readonly address: string
  readonly role: string
  readonly weight: number
  /** ISO 8601, UTC. */
  readonly joined: string
}

const exported = ({ account, joinedAt, role, username, weight }: Member): Exported => ({
  name: username ?? "",
  address: account,
  role,
  weight,
  joined: new Date(joinedAt).toISOString()
})

/** RFC 4180: every text is quoted, so that no name can end its cell. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const HEAD = "name,address,role,weight,joined\r\n"
const csvLine = ({ address, joined, name, role, weight }: Exported): string =>
  `${[quoted(name), quoted(address), role, weight, joined].join(",")}\r\n`

export const exportMembers = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const account = yield* currentAccount
  const communities = yield* Communities
  const found = yield* communities.bySlug(
    searchParams.get("community") ?? "",
    account._tag === "None" ? null : account.value
  )
  const here = yield* insideOf(found)
  yield* requireAllowed(here, "exportMembers")

  const repo = yield* MembersRepo
  const rows = readInPages<Exported, MembersQuery["after"], never, never>(null, (after) =>
    Effect.map(repo.page(here.community.id, { ...everybody, after }, AT_ONCE), ({ members, next }) => ({
      rows: members.map(exported),
      next
    }))
  )

  const isCsv = searchParams.get("format") !== "json"
  const text = isCsv
    ? Stream.concat(
        Stream.make(HEAD),
        Stream.map(rows, (some) => some.map(csvLine).join(""))
      )
    : jsonInParts({ schema: "members/1", community: here.community.slug }, "members", rows)
  return yield* downloadInParts(text, { name: `${here.community.slug}-members`, isCsv })
})
