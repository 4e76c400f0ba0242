/**
 * Receipts: one canonical document for each settled order and paid coupon, and its check code (docs/product/bonds.md).
 * A document says what the ledger showed when it was written, and never changes. Pure.
 */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { canonical } from "~/effects/base/text/canonical"
import { hashOf } from "~/effects/base/text/digest"
import { BOND_RECEIPT_SCHEMA } from "~/effects/governance/votes/file/bondReceipt"
import { checkCode, paymentNumber, receiptNumber } from "./codes"
import type { Order, Receipt } from "./Order"
import type { Series } from "./Series"

/** Fields that every receipt has. */
interface Committed {
  /** Origin of this site, which can confirm it. */
  readonly origin: string
  readonly series: Series
  readonly id: string
  /** Number among the series' purchases, or among its payments, from 1. */
  readonly n: number
  readonly txId: string
  readonly stateVersion: number
  readonly settledAt: number
}

export interface Settled extends Committed {
  readonly order: Order
}

export interface CouponPaid extends Committed {
  readonly rowId: string
  readonly account: AccountAddress
  readonly units: number
  readonly total: AmountText
  readonly perUnit: string
  readonly dueAt: number
  readonly recordVersion: number
  readonly paidTo: "account" | "locker"
  readonly distribution: number
}

type Common = Pick<Receipt, "kind" | "account" | "units"> & { readonly perUnit: string; readonly total: AmountText }
type Own = Readonly<Record<string, string | number | null>>

const documentOf = ({ n, origin, series, settledAt, stateVersion, txId }: Committed, common: Common, own: Own) => ({
  ...common,
  ...own,
  schema: BOND_RECEIPT_SCHEMA,
  origin,
  networkId: NETWORK_ID,
  number: (common.kind === "purchase" ? receiptNumber : paymentNumber)(series.code, n),
  community: series.communityId as string, // plain string, for JSON
  series: series.id,
  code: series.code,
  termsDigest: series.termsDigest,
  bondResource: series.bondResource,
  currency: series.currency,
  symbol: series.symbol,
  transaction: txId,
  stateVersion,
  settledAt: new Date(settledAt).toISOString()
})

const written = (
  committed: Committed,
  { perUnit, total, ...common }: Common,
  own: Own,
  of: Pick<Receipt, "orderId" | "rowId">
): Receipt => {
  const { id, series, settledAt, stateVersion, txId } = committed
  const document = documentOf(committed, { ...common, perUnit, total }, own)
  return {
    ...common,
    ...of,
    id,
    seriesId: series.id,
    communityId: series.communityId,
    amount: total,
    txId,
    stateVersion,
    settledAt,
    number: document.number,
    checkCode: checkCode(hashOf(document)),
    document: canonical(document)
  }
}

export const receiptOf = (settled: Settled): Receipt => {
  const { order, series } = settled
  const isSale = order.direction === "buy"
  const common = {
    kind: isSale ? ("purchase" as const) : ("redemption" as const),
    account: order.account,
    units: order.units,
    perUnit: isSale ? series.issuePrice : series.faceValue,
    total: order.total
  }
  return written(settled, common, { subintent: order.subintentHash }, { orderId: order.id, rowId: null })
}

export const couponReceiptOf = (paid: CouponPaid): Receipt => {
  const { account, distribution, dueAt, paidTo, perUnit, recordVersion, rowId, total, units } = paid
  const common = { kind: "coupon" as const, account, units, perUnit, total }
  const own = { dueAt: new Date(dueAt).toISOString(), recordVersion, paidTo, distribution }
  return written(paid, common, own, { orderId: null, rowId })
}
