/** A bond in the read API (docs/product/publishing.md). */
import { Effect } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { responses } from "~/effects/publishing/readapi/contract/ReadApi.server"
import { isoOf, respondApi, takeApiSlot } from "~/effects/publishing/readapi/pages/respond.server"
import { publicBond } from "./bonds.server"

export const apiBond = Effect.gen(function* () {
  yield* takeApiSlot
  const { appOrigin } = yield* Settings
  const { community, series } = yield* publicBond
  return yield* respondApi(responses.bond, {
    schema: "bond/1",
    code: series.code,
    name: series.name,
    state: series.state,
    variant: series.variant,
    resource: series.bondResource,
    currency: { resource: series.currency, symbol: series.symbol },
    faceValue: series.faceValue,
    issuePrice: series.issuePrice,
    couponRatePct: series.couponRatePct,
    couponEvery: series.couponEvery,
    units: series.units,
    ordered: series.sold,
    settled: series.settledUnits,
    redeemed: series.redeemedUnits,
    minRaiseUnits: series.minRaiseUnits,
    audience: series.audience,
    saleOpensAt: isoOf(series.saleOpensAt),
    saleClosesAt: isoOf(series.saleClosesAt),
    settleBy: isoOf(series.settleBy),
    maturesAt: isoOf(series.maturesAt),
    payments: series.payments.map(({ daysLate, dueAt, kind, paidAt, perUnit, status }) => ({
      dueAt: isoOf(dueAt),
      kind,
      perUnit,
      status,
      paidAt: paidAt === null ? null : isoOf(paidAt),
      daysLate: paidAt === null ? null : daysLate
    })),
    reserveAccount: series.reserveAccount,
    reserve:
      series.cover === null
        ? null
        : {
            held: series.cover.held,
            owed: series.cover.owed,
            owedHere: series.owed,
            alsoOwed: series.cover.shared,
            cover: series.cover.share
          },
    secured:
      series.secured === null
        ? null
        : {
            resource: series.secured.resource,
            symbol: series.secured.symbol,
            perBond: series.secured.amount,
            from: isoOf(series.secured.from)
          },
    termsDigest: series.termsDigest,
    issueTransaction: series.issueTxId,
    terms: `${appOrigin}/api/bonds/${community.id}/terms/${series.code}`,
    url: `${appOrigin}/explore/${community.slug}/bonds/${series.code}`
  })
})
