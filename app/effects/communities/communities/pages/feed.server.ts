/**
 * GET /explore/{slug}/feed.xml: announcements, openings and results of votes, for feed readers
 * (docs/product/publishing.md). A withdrawn announcement stays as one entry that says so, because readers that already
 * have it then show the change.
 */
import { Clock, Effect } from "effect"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { type ActivityType, wordsOf } from "~/effects/activity/activity/catalogue"
import { calendarFile } from "~/effects/activity/calendar/ics"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { cutAtWord } from "~/effects/base/text/plain"
import { AnnouncementCardsRepo } from "~/effects/conversation/announcements/AnnouncementCardsRepo.server"
import { voteDates } from "~/effects/governance/proposals/pages/outputs.server"
import { atomFeed, type FeedEntry } from "~/effects/publishing/articles/documents/atom"
import { publicCommunity } from "~/effects/publishing/readapi/pages/communities.server"
import { seriesDates } from "~/effects/treasury/bonds/pages/calendar.server"

const ENTRIES = 30
const SUMMARY = 280
const AGE_S = 300
const VOTES: ReadonlySet<ActivityType> = new Set(["proposalOpened", "proposalClosed"])

const iso = (at: number) => new Date(at).toISOString()

/** The first lines of a Markdown text, without its markup. */
const plain = (markdown: string): string => {
  const text = markdown
    .replace(/[#*_`>[\]()]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  return cutAtWord(text, SUMMARY)
}

export const communityFeed = Effect.gen(function* () {
  const community = yield* publicCommunity
  const { appOrigin } = yield* Settings
  const cards = yield* AnnouncementCardsRepo
  const activity = yield* ActivityRepo
  const now = yield* Clock.currentTimeMillis
  const page = `${appOrigin}/explore/${community.slug}`
  const reader = { communityId: community.id, account: null }
  const pinned = yield* cards.pinned(reader, now, ENTRIES)
  const rows = yield* cards.page(reader, now, null, ENTRIES)
  const votes = yield* activity.some({
    communityId: community.id,
    reach: 0,
    topic: "votes",
    person: null,
    before: null,
    limit: ENTRIES
  })
  const spoken = [...pinned, ...rows].map(
    (row): FeedEntry => ({
      title: row.title,
      url: `${page}#announcement-${row.number}`,
      summary: row.state === "withdrawn" ? `Withdrawn: ${row.withdrawnReason ?? ""}` : plain(row.body),
      published: iso(row.publishAt ?? row.createdAt),
      updated: iso(row.updatedAt),
      categories: ["announcement"]
    })
  )
  const decided = votes
    .filter(({ type }) => VOTES.has(type))
    .map(
      ({ at, data, seq, type }): FeedEntry => ({
        title: wordsOf(type, data),
        url: `${page}${data.number === undefined ? "" : `/proposals/${data.number}`}#event-${seq}`,
        summary: wordsOf(type, data),
        published: iso(at),
        updated: iso(at),
        categories: ["vote"]
      })
    )
  const entries = [...spoken, ...decided].sort((one, other) => (one.published < other.published ? 1 : -1))
  const feed = atomFeed({
    title: `${community.name} · ${APP_NAME}`,
    subtitle: community.tagline,
    author: community.name,
    url: page,
    self: `${page}/feed.xml`,
    since: iso(community.createdAt),
    entries: entries.slice(0, ENTRIES)
  })
  return new Response(feed, {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": `public, max-age=${AGE_S}` }
  })
})

/** GET /explore/{slug}/calendar.ics: its coming dates. */
export const communityCalendar = Effect.gen(function* () {
  const community = yield* publicCommunity
  const { appOrigin } = yield* Settings
  const file = calendarFile({
    name: `${community.name} · ${APP_NAME}`,
    host: new URL(appOrigin).hostname,
    now: yield* Clock.currentTimeMillis,
    entries: [
      ...(yield* voteDates(community.id, community.slug, appOrigin)),
      ...(yield* seriesDates(community.id, community.slug, appOrigin))
    ]
  })
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `inline; filename="${community.slug}.ics"`,
      "Cache-Control": `public, max-age=${AGE_S}`
    }
  })
})
