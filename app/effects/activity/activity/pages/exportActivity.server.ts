/**
 * GET /api/exports/activity?community={slug}&format=csv|json (docs/product/publishing.md, 3.8.1): what this reader may
 * read, newest first. A file holds 5,000 events; where there are older ones, the `Link` header (RFC 8288) and the JSON
 * say where.
 */
import { Effect, Option } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { csvFile } from "~/effects/base/text/csv"
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
  const lines = yield* repo.some({ communityId: id, reach: reachOf(here), ...query, limit: MOST_EVENTS + 1 })
  const events = lines.slice(0, MOST_EVENTS).map((line) => exported(line, appOrigin))

  const isCsv = searchParams.get("format") !== "json"
  const older = new URLSearchParams(searchParams)
  older.set("before", String(events.at(-1)?.number))
  const next = lines.length > MOST_EVENTS ? `${appOrigin}/api/exports/activity?${older}` : null
  const body = isCsv
    ? csvFile(COLUMNS, events)
    : JSON.stringify({ schema: "activity/1", community: slug, next, events }, null, 1)
  return new Response(body, {
    headers: {
      "Content-Type": isCsv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${slug}-activity.${isCsv ? "csv" : "json"}"`,
      ...(next !== null && { Link: `<${next}>; rel="next"` })
    }
  })
})
