/** Receipts: one canonical document for each settled order, and the code that stands for it (product 3.6.7). Pure. */
import { NETWORK_ID } from "../networks"
import { canonical } from "../votes/canonical"
import { digestOf } from "../votes/digest"
import { checkCode, receiptNumber } from "./codes"
import type { Order, Receipt } from "./Order"
import type { Series } from "./Series"

export const RECEIPT_SCHEMA = "bond-receipt/1"

interface Settled {
  readonly order: Order
  readonly series: Series
  readonly id: string
  /** Its place among the series' receipts, from 1. */
  readonly n: number
  readonly txId: string
  readonly stateVersion: number
  readonly settledAt: number
}

export const documentOf = ({ n, order, series, settledAt, stateVersion, txId }: Settled) => ({
  schema: RECEIPT_SCHEMA,
  networkId: NETWORK_ID,
  kind: order.direction === "buy" ? "purchase" : "redemption",
  number: receiptNumber(series.code, n),
  community: order.communityId as string, // without its brand, a text of JSON
  series: series.id,
  code: series.code,
  termsDigest: series.termsDigest,
  bondResource: series.bondResource,
  currency: series.currency,
  symbol: series.symbol,
  account: order.account,
  units: order.units,
  perUnit: order.direction === "buy" ? series.issuePrice : series.faceValue,
  total: order.total,
  subintent: order.subintentHash,
  transaction: txId,
  stateVersion,
  settledAt: new Date(settledAt).toISOString()
})

export const receiptOf = (settled: Settled): Receipt => {
  const { id, order, series, settledAt, stateVersion, txId } = settled
  const document = documentOf(settled)
  return {
    id,
    orderId: order.id,
    seriesId: series.id,
    communityId: order.communityId,
    kind: order.direction === "buy" ? "purchase" : "redemption",
    account: order.account,
    units: order.units,
    amount: order.total,
    txId,
    stateVersion,
    settledAt,
    number: document.number,
    checkCode: checkCode(digestOf(document)),
    document: canonical(document)
  }
}
