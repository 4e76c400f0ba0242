/** A late payment is marked as late wherever it appears: calendar, page, API, activity, e-mail and receipt. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { wordsOf } from "~/effects/activity/activity/catalogue"
import { Limits } from "~/effects/base/limits/Limits.server"
import { Coupons } from "~/effects/treasury/bonds/Coupons.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { apiBond } from "~/effects/treasury/bonds/pages/api.server"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import { seriesCalendar, seriesDates } from "~/effects/treasury/bonds/pages/calendar.server"
import { bondreciptPage } from "~/effects/treasury/bonds/pages/receipts.server"
import { statusText } from "~/effects/treasury/bonds/paymentWords"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { member, signIn, visit } from "../../publishing/dashboard/visits"
import { payCoupon } from "./paying"
import {
  bought,
  buyer,
  due,
  hereOf,
  minute,
  opened,
  order,
  SERIES,
  settleNext,
  terms,
  withCoupon,
  withPayouts
} from "./world"

const bea = buyer(1)
const BEA = accountOf(bea)
const PAID_AT = terms.maturesAt + 5 * DAY_MS

describeOnBothDatabases("a late payment", (database) => {
  it.effect("is shown as five days late everywhere", () =>
    Effect.gen(function* () {
      const { code, community } = yield* opened(withCoupon)
      const { id, slug } = community
      yield* member(BEA, "Bea")
      yield* bought(community, [bea, 20])
      yield* due(community, PAID_AT)
      const params = { id, slug, code: `${code}.ics` }
      const file = Effect.flatMap(visit("/calendar", seriesCalendar, { params }), ({ value }) =>
        Effect.promise(() => value.text())
      )
      assert.include(yield* file, `SUMMARY:${code} has not paid its coupon`)
      yield* payCoupon(community, yield* Coupons.prepare(hereOf(community), SERIES))

      const { value: page } = yield* visit(`/bondissued?series=${code}`, bondissuedPage, { params })
      const [coupon] = page.view === "single" ? page.series.payments : []
      assert.deepInclude(coupon, { kind: "coupon", status: "paid", paidAt: PAID_AT, daysLate: 5 })
      assert.strictEqual(coupon && statusText(coupon, PAID_AT), "paid 5 days late")
      const { value: response } = yield* visit("/api", apiBond, { params: { slug, code } })
      const json: unknown = yield* Effect.promise(() => response.json())
      assert.deepNestedInclude(json, {
        "payments[0].daysLate": 5,
        "payments[0].paidAt": new Date(PAID_AT).toISOString()
      })
      assert.deepNestedInclude(json, { "payments[1].daysLate": null, "payments[1].paidAt": null })
      const words = `${code} paid its coupon 5 days late, on 7 Feb 1970`
      assert.include((yield* file).replaceAll("\\,", ","), words)
      const dates = yield* seriesDates(id, slug, "http://x")
      assert.include(
        dates.map((date) => date.words),
        words
      )

      const sql = yield* SqlClient.SqlClient
      const [event] = yield* sql<{ readonly data: string }>`SELECT data FROM activity_events WHERE type = 'bondPaid'`
      const data = JSON.parse(event?.data ?? "{}")
      assert.strictEqual(wordsOf("bondPaid", data), `${code} paid its holders 5 days late`)
      const notified = yield* sql<{
        readonly text: string
      }>`SELECT text FROM notifications WHERE text LIKE '%paid its%'`
      assert.deepStrictEqual(notified, [{ text: `${code} paid its coupon of 2 Feb 1970, 5 days late.` }])
      const token = yield* signIn(BEA)
      const { value: list } = yield* visit("/bondrecipt", bondreciptPage, { token, params })
      const [line] = list.view === "list" ? list.lines : []
      const { value: single } = yield* visit(`/bondrecipt?payment=${line?.id}`, bondreciptPage, { token, params })
      assert.deepInclude(single.view === "single" && single.receipt, { kind: "coupon", daysLate: 5 })

      // An order after maturity counts its own wait: two days for this one.
      yield* order(community, bea, 20, "redeem")
      yield* TestClock.adjust(2 * DAY_MS)
      yield* settleNext(community, "redeem")
      yield* minute
      const { value: after } = yield* visit(`/bondissued?series=${code}`, bondissuedPage, { params })
      const last = after.view === "single" ? after.series.payments[1] : undefined
      assert.deepInclude(last, { kind: "redemption", status: "paid", paidAt: PAID_AT + 2 * DAY_MS, daysLate: 2 })
    }).pipe(Effect.provide(Layer.mergeAll(withPayouts(database), Limits.Default)))
  )
})
