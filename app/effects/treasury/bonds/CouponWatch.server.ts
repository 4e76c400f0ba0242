/** Marks coupons as paid once their payout has finished, updates the series and notifies its holders. */

import { Effect, Option, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { CouponsRepo, type PaidOut } from "./CouponsRepo.server"
import { daysSince, dayText } from "./codes"
import { lateText } from "./paymentWords"
import { SeriesRepo } from "./SeriesRepo.server"

export const makeCouponWatch = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const coupons = yield* CouponsRepo
  const { scan } = yield* WorkQueue
  const activity = yield* Activity
  const news = yield* PayeeNotices

  /**
   * Accounts that were paid directly; those whose coupon went into the locker have already been notified about their
   * claim.
   */
  const paidDirectly = findAll({
    Request: Schema.String,
    Result: Schema.Struct({ account: AccountAddress }),
    execute: (id) => sql`SELECT account FROM distribution_rows WHERE distribution_id = ${id} AND state = 'sent'`
  })

  const count = Effect.fnUntraced(function* (paid: PaidOut) {
    const { dueAt, finishedAt, id, seriesId } = paid
    const isFirst = yield* coupons.markPaid(paid)
    const series = Option.getOrUndefined(yield* repo.find(seriesId))
    if (!isFirst || series === undefined) return
    const { code, communityId } = series
    const daysLate = daysSince(dueAt, finishedAt)
    const late = lateText(daysLate)
    yield* news.notify({
      to: (yield* paidDirectly(id)).map(({ account }) => account),
      type: "payment",
      communityId,
      target: `/community/detail/${communityId}/bondrecipt`,
      outside: { target: "/userDashboard/bonds" },
      text: `${code} paid its coupon of ${dayText(dueAt)}${late === undefined ? "" : `, ${late}`}.`,
      importance: "important"
    })
    yield* activity.record({
      communityId,
      actor: null,
      type: "bondPaid",
      target: `/community/detail/${communityId}/bondissued?series=${code}`,
      data: { code, ...(daysLate > 0 && { daysLate }) },
      visibility: "public"
    })
  }, atomically(sql))

  /** Runs with the minute job. */
  const poll = scan({
    job: "bonds.coupons",
    after: coupons.paidOut,
    keyOf: ({ dueAt, seriesId }) => `${seriesId} ${dueAt}`,
    check: count
  })
  return { poll }
})
