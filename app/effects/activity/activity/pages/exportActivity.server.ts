/**
 * GET /api/exports/activity?community={slug}&format=csv|json (docs/product/publishing.md): the events that this reader
 * may read, newest first. A file has 5,000 events; the `Link` header (RFC 8288) and the JSON give the address of older
 * ones.
 */
import { Effect, Option, Stream } from "effect"
import { AT_ONCE, inParts, pageOf, readInPages, readUpTo } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { type ActivityLine, ActivityRepo } from "../ActivityRepo.server"
import { topicOf, wordsOf } from "../catalogue"
import { readActivityQuery } from "../query"
import { reachOf } from "./activity.server"

export const MOST_EVENTS = 5_000

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
