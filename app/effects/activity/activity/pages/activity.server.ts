/**
 * The activity page of a community (docs/product/notifications.md): the statement returns only what the reader's role
 * may see. `?view=moderation` is the public log, with the open reports for those who decide them.
 */
import { Effect, Option, Stream } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { roleNow } from "~/effects/access/permissions"
import { topicOf, wordsOf } from "~/effects/activity/activity/catalogue"
import { AT_ONCE, inParts, pageOf, readInPages, readUpTo } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { inside, insideOf } from "~/effects/communities/communities/inside.server"
import {
  firstPostCommands,
  moderationPage,
  reportCommands
} from "~/effects/conversation/moderation/pages/moderation.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { type ActivityLine, ActivityRepo } from "../ActivityRepo.server"
import { figuresOf, MOST_VOTES } from "../figures"
import { readActivityQuery } from "../query"

const MOST_EVENTS = 5_000

const exported = ({ actor, at, data, name, seq, target, type }: ActivityLine, site: string) => ({
  number: seq,
  at: new Date(at).toISOString(),
  topic: topicOf(type),
  type,
  account: actor,
  name,
  words: wordsOf(type, data),
  address: `${site}${target}`
})

const COLUMNS = ["number", "at", "topic", "type", "account", "name", "words", "address"] as const

/**
 * GET /api/exports/activity?community={slug}&format=csv|json (docs/product/publishing.md): the events that this reader
 * may read, newest first. A file has 5,000 events; the `Link` header (RFC 8288) and the JSON give the address of older
 * ones.
 */
export const exportActivity = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const account = yield* currentAccount
  const communities = yield* Communities
  const found = yield* communities.bySlug(searchParams.get("community") ?? "", Option.getOrNull(account))
  const here = yield* insideOf(found)
  const { appOrigin } = yield* Settings
  const repo = yield* ActivityRepo
  const query = readActivityQuery(searchParams)
  const { id, slug } = here.community
  const some = yield* readUpTo(
    MOST_EVENTS + 1,
    readInPages(query.before, (before) =>
      Effect.map(repo.some({ communityId: id, reach: reachOf(here), ...query, before, limit: AT_ONCE }), (rows) =>
        pageOf(rows, AT_ONCE, ({ seq }) => seq)
      )
    )
  )
  const lines = some.slice(0, MOST_EVENTS)
  const events = Stream.map(inParts(lines), (part) => part.map((line) => exported(line, appOrigin)))

  const isCsv = searchParams.get("format") !== "json"
  const older = new URLSearchParams(searchParams)
  older.set("before", String(lines.at(-1)?.seq))
  const next = some.length > MOST_EVENTS ? `${appOrigin}/api/exports/activity?${older}` : null
  const text = isCsv
    ? csvInParts(COLUMNS, events)
    : jsonInParts({ schema: "activity/1", community: slug, next }, "events", events)
  return yield* downloadInParts(text, {
    name: `${slug}-activity`,
    isCsv,
    headers: next === null ? {} : { Link: `<${next}>; rel="next"` }
  })
})

const REACH = { member: 1, moderator: 2, owner: 2 } as const
/** Two years: enough for the chart, and a bounded read. */
const DAYS = 730
const DAY_MS = 86_400_000

/** How much this reader sees: 0 as anybody, 1 as a member, 2 as a moderator. */
export const reachOf = ({ communityRole }: Pick<Inside, "communityRole">): 0 | 1 | 2 => {
  const role = roleNow(communityRole)
  return role === null ? 0 : REACH[role]
}

const events = (search: URLSearchParams) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { community, communityRole } = here
    const repo = yield* ActivityRepo
    const query = readActivityQuery(search)
    const page = yield* repo.page({ communityId: community.id, reach: reachOf(here), ...query })
    const days = yield* repo.days(community.id, Math.floor(communityRole.now / DAY_MS) - DAYS)
    return {
      view: "events" as const,
      query,
      ...page,
      figures: figuresOf(days, yield* repo.turnouts(community.id, MOST_VOTES), {
        now: communityRole.now,
        createdAt: community.createdAt,
        members: community.memberCount
      })
    }
  })

export const activityPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  return searchParams.get("view") === "moderation"
    ? { view: "moderation" as const, moderation: yield* moderationPage }
    : yield* events(searchParams)
})

/** POST: decides reports and first posts. */
export const activityAction = pageAction({ ...reportCommands, ...firstPostCommands })
