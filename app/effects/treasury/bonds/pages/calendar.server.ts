/** Calendar files of bonds (docs/product/publishing.md): upcoming sales, and payments due, missed and made. */
import { Clock, Effect, Option, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { type CalendarEntry, calendarFile } from "~/effects/activity/calendar/ics"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { CouponsRepo } from "../CouponsRepo.server"
import { DAY_MS } from "../limits"
import { paymentTitle } from "../paymentWords"
import { isPublished, type Paid, Series } from "../Series"
import { SeriesRepo } from "../SeriesRepo.server"
import { paymentsOf } from "../view.server"
import type { PaymentView } from "../views"

const MOST = 50
/** Older payments are left out. */
const PAST_MS = 400 * DAY_MS

export const paymentEntry = (
  { code, id }: Pick<Series, "code" | "id">,
  payment: PaymentView,
  url: string
): CalendarEntry => ({
  key: `bond-${id}-${payment.kind}-${payment.dueAt}`,
  at: payment.dueAt,
  words: paymentTitle(code, payment),
  url
})

/** Payments of a series; an entry stays on its due day after the payment was made or missed. */
const paymentDates = (series: Series, now: number, url: string, paid: Paid): ReadonlyArray<CalendarEntry> =>
  series.state === "cancelled"
    ? []
    : paymentsOf(series, now, paid)
        .filter(({ dueAt }) => dueAt > now - PAST_MS)
        .map((payment) => paymentEntry(series, payment, url))

const saleDates = ({ code, id, saleClosesAt, saleOpensAt, state }: Series, now: number, url: string) => {
  if (state !== "scheduled" && state !== "open") return []
  const dates: ReadonlyArray<CalendarEntry> = [
    { key: `bond-${id}-opens`, at: saleOpensAt, words: `The sale of ${code} opens`, url },
    { key: `bond-${id}-closes`, at: saleClosesAt, words: `The sale of ${code} closes`, url }
  ]
  return dates.filter(({ at }) => at > now)
}

/** From when holders of secured bonds can take the collateral. */
export const collateralDates = (
  { code, collateralFrom, id, state }: Pick<Series, "code" | "collateralFrom" | "id" | "state">,
  url: string
): ReadonlyArray<CalendarEntry> =>
  collateralFrom === null || state === "cancelled" || state === "redeemed"
    ? []
    : [
        {
          key: `bond-${id}-collateral`,
          at: collateralFrom,
          words: `Holders of ${code} who were not paid can take the collateral`,
          url
        }
      ]

const datesOf = (series: Series, now: number, url: string, paid: Paid) => [
  ...saleDates(series, now, url),
  ...paymentDates(series, now, url, paid),
  ...collateralDates(series, url)
]

/** Entries for the public calendar of a community. */
export const seriesDates = Effect.fn("bonds.seriesDates")(function* (
  communityId: CommunityId,
  slug: string,
  origin: string
) {
  const sql = yield* Sql
  const now = yield* Clock.currentTimeMillis
  const dated = findAll({
    Request: Schema.String,
    Result: Series,
    execute: (id) => sql`SELECT * FROM bond_series WHERE community_id = ${id}
        AND state IN ('scheduled', 'open', 'settling', 'active', 'maturing', 'overdue', 'collateral', 'redeemed')
      ORDER BY sale_opens_at DESC, id DESC LIMIT ${MOST}`
  })
  const series = yield* dated(communityId)
  const { paidOf } = yield* CouponsRepo
  const paid = yield* paidOf(series)
  return series.flatMap((each) => datesOf(each, now, `${origin}/explore/${slug}/bonds/${each.code}`, paid(each)))
})

/** Page of a series: the public one, except for private communities. */
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
  const { paidOf } = yield* CouponsRepo
  const paid = yield* paidOf([found])
  const file = calendarFile({
    name: `${found.code} · ${APP_NAME}`,
    host: new URL(appOrigin).hostname,
    now,
    entries: datesOf(found, now, `${appOrigin}${pageOf(community, found.code)}`, paid(found))
  })
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${found.code}.ics"`
    }
  })
})
