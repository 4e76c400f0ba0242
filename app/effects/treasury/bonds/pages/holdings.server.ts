/**
 * Loader of purchasedbond: what an account holds of a community's bonds, and the files of it (docs/product/bonds.md).
 */
import { Clock, Effect, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { calendarFile } from "~/effects/activity/calendar/ics"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { NotSignedIn } from "~/effects/base/failures/failures"
import { pageOf, readInPages, readUpTo } from "~/effects/base/jobs/inParts"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { csvFile } from "~/effects/base/text/csv"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { CouponsRepo } from "../CouponsRepo.server"
import type { HoldingView, MyBondsPage } from "../heldViews"
import { OrdersRepo } from "../OrdersRepo.server"
import { heldIn } from "../reserves"
import { isRunning, type Series } from "../Series"
import { SeriesRepo } from "../SeriesRepo.server"
import { cardOf, orderView } from "../view.server"
import { collateralDates, paymentEntry } from "./calendar.server"
import { mayRedeem } from "./holder.server"

const MOST = 50
const OWN = 100

/** Receipts read in one statement. */
const RECEIPTS = 1_000

const Sum = Schema.Struct({
  id: Schema.String,
  settledAt: Schema.Number,
  seriesId: Schema.String,
  kind: Schema.String,
  units: Schema.Int,
  amount: AmountFromText
}).annotations(rowOf("bond_receipts"))

/**
 * Takes five statements with those of the page around it: receipts (one more for each thousand), series, coupons,
 * orders.
 */
const read = Effect.fn("bonds.read")(function* ({ community, communityRole }: Inside) {
  const sql = yield* Sql
  const lists = yield* SeriesRepo
  const payments = yield* CouponsRepo
  const orders = yield* OrdersRepo
  const { shown } = yield* Ledger
  const now = yield* Clock.currentTimeMillis
  const { account } = communityRole
  const all = yield* lists.published(community.id, null, MOST)
  const find = findAll({
    Request: Schema.Struct({ at: Schema.Number, id: Schema.String }),
    Result: Sum,
    execute: ({ at, id }) => sql`SELECT id, settled_at, series_id, kind, units, amount FROM bond_receipts
      WHERE account = ${account} AND community_id = ${community.id} AND (settled_at, id) > (${at}, ${id})
      ORDER BY settled_at, id LIMIT ${RECEIPTS}`
  })
  // Reads all receipts, since the amounts paid and received are their sums.
  const receipts = readInPages({ at: -1, id: "" }, (after) =>
    Effect.map(find(after), (found) => pageOf(found, RECEIPTS, (last) => ({ at: last.settledAt, id: last.id })))
  )
  const sums = yield* readUpTo(Number.MAX_SAFE_INTEGER, receipts)
  const paidOf = yield* payments.paidOf(all)
  const own = account === null ? [] : yield* orders.own(account, community.id, OWN)
  const balances = account === null ? null : yield* known(shown.balances([account]))
  const held = account === null ? undefined : balances?.byAccount.get(account)

  const holdingOf = (series: Series): HoldingView | null => {
    const receipts = sums.filter(({ seriesId }) => seriesId === series.id)
    const total = (kind: string) =>
      receipts.filter((each) => each.kind === kind).reduce((sum, { amount }) => sum + amount, 0n)
    const bought = receipts.filter(({ kind }) => kind === "purchase").reduce((sum, { units }) => sum + units, 0)
    const card = cardOf(series, now, null, paidOf(series))
    const units = balances === null ? null : heldIn(held, series)
    const waiting = own.filter(({ seriesId }) => seriesId === series.id)
    const isWaiting = waiting.some(({ state }) => state === "signed" || state === "settling")
    if (bought === 0 && (units === null || units === "0") && !isWaiting) return null
    const open = card.payments.filter(({ status }) => status !== "paid")
    const [next] = open
    const count = BigInt(units ?? bought)
    const perUnit = open.reduce((sum, payment) => sum + amountOf(payment.perUnit), 0n)
    return {
      series: card,
      held: units,
      bought,
      paid: formatAmount(total("purchase")),
      received: formatAmount(total("redemption") + total("coupon")),
      next:
        isRunning(series.state) && next !== undefined
          ? { dueAt: next.dueAt, amount: formatAmount(amountOf(next.perUnit) * count) }
          : null,
      toCome: formatAmount(isRunning(series.state) ? perUnit * count : 0n),
      atMaturity: formatAmount(isRunning(series.state) ? amountOf(series.faceValue) * count : 0n),
      mayRedeem: mayRedeem(series, Number(units ?? 0), waiting, now),
      orders: waiting.map(orderView)
    }
  }
  return {
    now,
    communityId: community.id,
    account: communityRole.account,
    holdings: all.map(holdingOf).filter((each) => each !== null),
    openSales: all.filter(({ state }) => state === "open").map(({ code, name }) => ({ code, name })),
    time: balances?.time ?? null
  } satisfies MyBondsPage
})

export const purchasedbondPage = Effect.flatMap(inside, read)

/** GET /api/bonds/{community}/mine?format=csv|ics */
export const ownFiles = (format: "csv" | "ics") =>
  Effect.gen(function* () {
    const here = yield* inside
    if (here.communityRole.account === null) return yield* new NotSignedIn({ action: "fetch your bonds" })
    const { holdings, now } = yield* read(here)
    const { appOrigin } = yield* Settings
    const page = `${appOrigin}/community/detail/${here.community.id}/purchasedbond`
    const name = `${here.community.slug}-bonds.${format}`
    const body =
      format === "csv"
        ? csvFile(
            ["series", "state", "held", "bought", "currency", "paid", "received", "to_come", "matures"],
            holdings.map(({ bought, held, paid, received, series, toCome }) => ({
              series: series.code,
              state: series.state,
              held: held ?? "",
              bought,
              currency: series.symbol,
              paid,
              received,
              to_come: toCome,
              matures: new Date(series.maturesAt).toISOString()
            }))
          )
        : calendarFile({
            name: `${here.community.name}: my bonds · ${APP_NAME}`,
            host: new URL(appOrigin).hostname,
            now,
            entries: holdings.flatMap(({ series }) => [
              ...series.payments
                .filter(({ status }) => status !== "paid")
                .map((payment) => paymentEntry(series, payment, page)),
              ...collateralDates(series, page)
            ])
          })
    return new Response(body, {
      headers: {
        "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "text/calendar; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}"`
      }
    })
  })
