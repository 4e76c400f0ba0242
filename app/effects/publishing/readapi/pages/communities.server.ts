/** GET /api/v1/communities and below: public communities for programs (docs/product/publishing.md). */
import { Effect, Option, Record } from "effect"
import type { Community, KindRules } from "~/effects/access/Community"
import { thresholdColumns } from "~/effects/access/exactThreshold"
import { hasPublicProfile } from "~/effects/access/visibility"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Communities, PAGE_SIZE } from "~/effects/communities/communities/Communities.server"
import type { CommunityCard } from "~/effects/communities/communities/cards"
import { readQuery } from "~/effects/communities/communities/query"
import { Tags } from "~/effects/people/tags/Tags.server"
import { responses } from "../contract/ReadApi.server"
import { isoOf, respondApi, takeApiSlot } from "./respond.server"

const brief = (card: CommunityCard, origin: string) => ({
  id: card.id,
  slug: card.slug,
  name: card.name,
  tagline: card.tagline,
  tags: card.tags,
  joinPolicy: card.joinPolicy,
  isVerified: card.isVerified,
  members: card.members,
  openProposals: card.openProposals,
  openSales: card.openSales,
  createdAt: isoOf(card.createdAt),
  url: `${origin}/explore/${card.slug}`
})

const briefOf = (community: Community, origin: string) =>
  brief({ ...community, isVerified: community.verifiedAt !== null, members: community.memberCount }, origin)

/** `?id=`: the community with this id, or none. */
const withId = (id: string) =>
  Effect.gen(function* () {
    const { appOrigin } = yield* Settings
    const communities = yield* Communities
    const found = yield* communities.byId(id, null).pipe(
      Effect.asSome,
      Effect.catchTag("NotThere", () => Effect.succeedNone)
    )
    const shown = Option.toArray(found).flatMap(({ community }) =>
      hasPublicProfile(community) ? [briefOf(community, appOrigin)] : []
    )
    return yield* respondApi(responses.communities, {
      schema: "communities/1",
      pageSize: PAGE_SIZE,
      total: shown.length,
      communities: shown,
      next: null
    })
  })

/** Accepts the parameters of /explore (q, tag, policy, vote, sale, sort, after), or an id alone. */
export const apiCommunities = Effect.gen(function* () {
  yield* takeApiSlot
  const { request } = yield* RouteArgs
  const { appOrigin } = yield* Settings
  const id = new URL(request.url).searchParams.get("id")
  if (id !== null) return yield* withId(id)
  const tags = (yield* (yield* Tags).all).map(({ name }) => name)
  const communities = yield* Communities
  const { cards, next, total } = yield* communities.explore(readQuery(new URL(request.url).searchParams, tags))
  return yield* respondApi(responses.communities, {
    schema: "communities/1",
    pageSize: PAGE_SIZE,
    total,
    communities: cards.map((card) => brief(card, appOrigin)),
    next: next === null ? null : `${next.value}~${next.id}`
  })
})

/** Null before the community is deployed. */
const ledgerOf = ({ lockerAddress, ownerBadge, tokenResource, tokenSymbol, treasuryAccount, verifiedAt }: Community) =>
  treasuryAccount === null
    ? null
    : {
        networkId: NETWORK_ID,
        treasuryAccount,
        dAppDefinitionAddress: treasuryAccount,
        lockerAddress,
        adminBadge: ownerBadge,
        tokenResource,
        tokenSymbol,
        verifiedAt: verifiedAt === null ? null : isoOf(verifiedAt)
      }

/** A community with a public profile; all paths below it in the API check this first. */
export const publicCommunity = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const communities = yield* Communities
  const { community } = yield* communities.bySlug(params.slug ?? "", null)
  if (!hasPublicProfile(community)) return yield* new NotThere({})
  return community
})

const kindOf = (rules: KindRules) => ({ ...rules, ...thresholdColumns(rules.thresholdPct) })

export const apiCommunity = Effect.gen(function* () {
  yield* takeApiSlot
  const community = yield* publicCommunity
  const { appOrigin } = yield* Settings
  const { description, governance, governanceVersion, joinToken, links, rules, stage, threadCount } = community
  return yield* respondApi(responses.community, {
    schema: "community/1",
    ...briefOf(community, appOrigin),
    description,
    rules,
    links,
    joinToken,
    stage,
    threads: threadCount,
    governance: { version: governanceVersion, ...governance, kinds: Record.map(governance.kinds, kindOf) },
    ledger: ledgerOf(community),
    feed: `${appOrigin}/explore/${community.slug}/feed.xml`,
    calendar: `${appOrigin}/explore/${community.slug}/calendar.ics`
  })
})
