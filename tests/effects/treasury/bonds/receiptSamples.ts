/** A series with a purchase, a redemption and a coupon, for the tests of receipts. */

import { CommunityId } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { monthsLater } from "~/effects/base/text/calendar"
import type { ReceiptView } from "~/effects/treasury/bonds/heldViews"
import type { Order } from "~/effects/treasury/bonds/Order"
import { couponReceiptOf, receiptOf } from "~/effects/treasury/bonds/receipts"
import type { Series } from "~/effects/treasury/bonds/Series"
import { cardOf } from "~/effects/treasury/bonds/view.server"
import { asResource } from "../../../addresses"
import { accountOf, signer } from "../../../ledger/signing"
import { terms } from "./world"

export const ORIGIN = "https://commonhold.example"
const communityId = CommunityId.make("communityaaa")
const long = (prefix: string) => `${prefix}1${"q".repeat(58)}`

export const series: Series = {
  ...terms,
  id: "seriesaaaaaa",
  communityId,
  code: "GRD-2027A",
  state: "active",
  author: accountOf(signer(1)),
  termsDigest: "ab".repeat(32),
  proposalId: null,
  bondResource: asResource(long("resource_tdx_2_")),
  issueTxId: long("txid_tdx_2_"),
  sold: 30,
  settledUnits: 30,
  redeemedUnits: 0,
  lastRedeemedAt: null,
  longestWaitMs: null,
  lateSince: null,
  defaultedAt: null,
  endedReason: null,
  notifiedEnding: 0,
  notifiedMaturity: 0,
  notifiedLate: null,
  notifiedCollateral: 0,
  collateral: null,
  collateralSymbol: null,
  collateralAmount: null,
  graceDays: null,
  collateralFrom: null,
  version: 1,
  createdAt: 1,
  updatedAt: 1
}
export const order: Order = {
  id: "orderaaaaaaa",
  seriesId: series.id,
  communityId,
  direction: "buy",
  account: accountOf(signer(2)),
  units: 30,
  total: AmountText.make("6900"),
  state: "settled",
  subintentHash: long("subtxid_tdx_2_"),
  sealed: null,
  seq: 1,
  signedAt: 1,
  expiresAt: 2,
  batchId: null,
  txId: null,
  failure: null,
  createdAt: 1,
  updatedAt: 1
}
export const receipt = receiptOf({
  origin: ORIGIN,
  order,
  series,
  id: "receiptaaaaa",
  n: 17,
  txId: long("txid_tdx_2_"),
  stateVersion: 42,
  settledAt: Date.UTC(2026, 7, 21, 18, 4)
})
export const coupon = couponReceiptOf({
  origin: ORIGIN,
  series,
  id: "receiptbbbbb",
  n: 17,
  txId: long("txid_tdx_2_"),
  stateVersion: 42,
  settledAt: Date.UTC(2026, 7, 21, 18, 4),
  rowId: "distribution-0000001",
  account: order.account,
  units: 30,
  total: AmountText.make("30.57534246575342463"),
  perUnit: AmountText.make("1.019178082191780821"),
  dueAt: Date.UTC(2026, 7, 20),
  recordVersion: 40,
  paidTo: "locker",
  distribution: 3
})

const twoYears = { variant: "coupon", couponRatePct: AmountText.make("12"), couponEvery: "monthly" } as const
const maturesAt = monthsLater(series.saleClosesAt, 24)

/** Common to all sheets. */
const common = {
  code: series.code,
  symbol: series.symbol,
  name: "Bea Lind",
  community: { name: "Riverside Garden", tagline: "Beds for all.", slug: "garden", seal: communityId },
  filePath: "/file",
  series: cardOf({ ...series, ...twoYears, maturesAt }, 0, null),
  qr: { path: "M0 0h1v1h-1z", size: 21 },
  confirmation: "confirmed",
  daysLate: 0
} as const

export const couponSheet: ReceiptView = {
  ...coupon,
  ...common,
  perUnit: AmountText.make("1.019178082191780821"),
  coupon: { dueAt: Date.UTC(2026, 7, 20), recordVersion: 40, paidTo: "locker", isTakenBack: false, isLeft: false }
}
export const purchaseSheet: ReceiptView = { ...receipt, ...common, perUnit: series.issuePrice, coupon: null }
export const redemptionSheet: ReceiptView = {
  ...purchaseSheet,
  kind: "redemption",
  number: "R-GRD-2027A-P000018",
  amount: AmountText.make("7500"),
  perUnit: series.faceValue
}
