/** Bonds in calendars (product 3.8.3): sales, coupons and maturities that are still ahead. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { type CalendarEntry, calendarFile } from "../calendar/ics"
import type { Community } from "../communities/Community"
import { inside } from "../communities/inside.server"
import { NotThere } from "../failures"
import { APP_NAME } from "../product"
import { RouteArgs } from "../RouteArgs.server"
import { Settings } from "../Settings.server"
import { type Payment, scheduleOf } from "./arithmetic"
import { isPublished, Series, type SeriesState } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { planOf } from "./terms"

const MOST = 50
/** Nothing is ahead of these any more. */
const ENDED: ReadonlySet<SeriesState> = new Set(["redeemed", "cancelled"])

export const paymentEntry = (
  { code, id }: Pick<Series, "code" | "id">,
  { dueAt, kind }: Pick<Payment, "dueAt" | "kind">,
  url: string
): CalendarEntry => ({
  key: `bond-${id}-${kind}-${dueAt}`,
  at: dueAt,
  words: kind === "coupon" ? `${code} pays its coupon` : `${code} matures`,
  url
})

/** What a series pays from now on. */
const paymentDates = (series: Series, now: number, url: string): ReadonlyArray<CalendarEntry> =>
  ENDED.has(series.state)
    ? []
    : scheduleOf(planOf(series))
        .filter(({ dueAt }) => dueAt > now)
        .map((payment) => paymentEntry(series, payment, url))

const saleDates = ({ code, id, saleClosesAt, saleOpensAt, state }: Series, now: number, url: string) => {
  if (state !== "scheduled" && state !== "open") return []
  const dates: ReadonlyArray<CalendarEntry> = [
    { key: `bond-${id}-opens`, at: saleOpensAt, words: `The sale of ${code} opens`, url },
    { key: `bond-${id}-closes`, at: saleClosesAt, words: `The sale of ${code} closes`, url }
  ]
  return dates.filter(({ at }) => at > now)
}

const datesOf = (series: Series, now: number, url: string) => [
  ...saleDates(series, now, url),
  ...paymentDates(series, now, url)
]

/** For the calendar of a community, as anybody may read it. */
export const seriesDates = Effect.fn("bonds.seriesDates")(function* (
  communityId: string,
  slug: string,
  origin: string
) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const rows = yield* sql`SELECT * FROM bond_series WHERE community_id = ${communityId}
      AND state IN ('scheduled', 'open', 'settling', 'active', 'maturing', 'overdue')
    ORDER BY sale_opens_at DESC, id DESC LIMIT ${MOST}`
  const series = yield* Schema.decodeUnknown(Schema.Array(Series))(rows)
  return series.flatMap((each) => datesOf(each, now, `${origin}/explore/${slug}/bonds/${each.code}`))
}, Effect.orDie)

/** Where a series is read: by everybody, but of a private community. */
const pageOf = ({ id, slug, visibility }: Community, code: string) =>
  visibility === "private" ? `/community/detail/${id}/bondissued?series=${code}` : `/explore/${slug}/bonds/${code}`

/** GET /api/bonds/{community}/calendar/{code}.ics: the dates of one series. */
export const seriesCalendar = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { community } = yield* inside
  const { appOrigin } = yield* Settings
  const repo = yield* SeriesRepo
  const now = yield* Clock.currentTimeMillis
  const code = (params.code ?? "").replace(/\.ics$/, "")
  const found = Option.getOrUndefined(yield* repo.byCode(community.id, code))
  if (found === undefined || !isPublished(found.state)) return yield* new NotThere({})
  const file = calendarFile({
    name: `${found.code} · ${APP_NAME}`,
    host: new URL(appOrigin).hostname,
    now,
    entries: datesOf(found, now, `${appOrigin}${pageOf(community, found.code)}`)
  })
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${found.code}.ics"`
    }
  })
})
