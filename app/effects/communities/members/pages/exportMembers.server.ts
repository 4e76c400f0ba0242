/**
 * GET /api/exports/members?community={slug}&format=csv|json: name, address, role, weight and day of joining, for those
 * who look after the community (docs/product/communities.md, 3.6.7; docs/product/publishing.md, 3.8.1). Never an e-mail
 * address.
 */
import { Effect } from "effect"
import { mustBeAllowed } from "~/effects/access/must"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import type { Member } from "../Member"
import { MembersRepo } from "../MembersRepo.server"
import { everybody, type MembersQuery } from "../query"

/** Rows read at once. */
const CHUNK = 1_000

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

/** RFC 4180: every text in quotes, so that no name can end its cell. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const csvOf = (rows: ReadonlyArray<Exported>): string =>
  [
    "name,address,role,weight,joined",
    ...rows.map(({ address, joined, name, role, weight }) =>
      [quoted(name), quoted(address), role, weight, joined].join(",")
    ),
    ""
  ].join("\r\n")

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
  yield* mustBeAllowed(here, "exportMembers")

  const repo = yield* MembersRepo
  const rows: Array<Exported> = []
  let after: MembersQuery["after"] = null
  do {
    const page: { readonly members: ReadonlyArray<Member>; readonly next: MembersQuery["after"] } = yield* repo.page(
      here.community.id,
      { ...everybody, after },
      CHUNK
    )
    rows.push(...page.members.map(exported))
    after = page.next
  } while (after !== null)

  const isCsv = searchParams.get("format") !== "json"
  const body = isCsv
    ? csvOf(rows)
    : JSON.stringify({ schema: "members/1", community: here.community.slug, members: rows }, null, 1)
  return new Response(body, {
    headers: {
      "Content-Type": isCsv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${here.community.slug}-members.${isCsv ? "csv" : "json"}"`
    }
  })
})
