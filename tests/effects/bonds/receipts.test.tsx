/** A receipt's file is what /verify accepts, any change to it is found, and its sheet says it all (product 3.6.7). */
import { renderToStaticMarkup } from "react-dom/server"
import { StaticRouter } from "react-router-dom/server"
import { assert, describe, it } from "vitest"
import { ReceiptSheet } from "~/components/bonds/receipt-sheet"
import type { Order } from "~/effects/bonds/Order"
import { couponReceiptOf, receiptOf } from "~/effects/bonds/receipts"
import type { ReceiptView } from "~/effects/bonds/receiptViews"
import type { Series } from "~/effects/bonds/Series"
import { cardOf } from "~/effects/bonds/view.server"
import { CommunityId } from "~/effects/communities/Community"
import { checkFile } from "~/effects/votes/file/checkFile"
import { paperReceiptIn } from "~/effects/votes/page/paperReceipt"
import { accountOf, signer } from "../../ledger/signing"
import { terms } from "./world"

const communityId = CommunityId.make("communityaaa")
const long = (prefix: string) => `${prefix}1${"q".repeat(58)}`

const series: Series = {
  ...terms,
  id: "seriesaaaaaa",
  communityId,
  code: "GRD-2027A",
  state: "active",
  author: accountOf(signer(1)),
  termsDigest: "ab".repeat(32),
  proposalId: null,
  bondResource: long("resource_tdx_2_"),
  issueTxId: long("txid_tdx_2_"),
  sold: 30,
  settledUnits: 30,
  redeemedUnits: 0,
  lateSince: null,
  defaultedAt: null,
  endedReason: null,
  toldEnding: 0,
  toldMaturity: 0,
  version: 1,
  createdAt: 1,
  updatedAt: 1
}
const order: Order = {
  id: "orderaaaaaaa",
  seriesId: series.id,
  communityId,
  direction: "buy",
  account: accountOf(signer(2)),
  units: 30,
  total: "6900",
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
const receipt = receiptOf({
  order,
  series,
  id: "receiptaaaaa",
  n: 17,
  txId: long("txid_tdx_2_"),
  stateVersion: 42,
  settledAt: Date.UTC(2026, 7, 21, 18, 4)
})
const file = `${receipt.document}\n`
const coupon = couponReceiptOf({
  series,
  id: "receiptbbbbb",
  n: 17,
  txId: long("txid_tdx_2_"),
  stateVersion: 42,
  settledAt: Date.UTC(2026, 7, 21, 18, 4),
  rowId: "distribution-0000001",
  account: order.account,
  units: 30,
  total: "30.57534246575342463",
  perUnit: "1.019178082191780821",
  dueAt: Date.UTC(2026, 7, 20),
  recordVersion: 40,
  paidTo: "locker",
  distribution: 3
})

describe("a receipt", () => {
  it("checks out, with the code that is printed on it", async () => {
    const report = await checkFile(file)
    assert.isTrue(report.holds, report.verdict)
    assert.include(report.verdict, "Receipt R-GRD-2027A-000017 is in order: 30 units of GRD-2027A bought for 6900 XRD.")
    assert.include(report.verdict.replaceAll(" ", ""), receipt.checkCode)
  })
  it("with another total, another number or another account does not pass for the same", async () => {
    const changed = [
      file.replace('"total":"6900"', '"total":"69"'),
      file.replace("R-GRD-2027A-000017", "R-SUN-2027A-000017"),
      file.replace('"networkId":2', '"networkId":1'),
      file.replace('"units":30', '"units": 30'),
      file.replace('"kind":"purchase"', '"kind":"gift"')
    ]
    for (const each of changed) {
      assert.notStrictEqual(each, file)
      assert.isFalse((await checkFile(each)).holds)
    }
    const other = await checkFile(file.replace(order.account, accountOf(signer(3))))
    assert.notInclude(other.verdict.replaceAll(" ", ""), receipt.checkCode)
  })
})

describe("a receipt of a coupon", () => {
  const given = `${coupon.document}\n`
  it("checks out under a number that no purchase has", async () => {
    const report = await checkFile(given)
    assert.isTrue(report.holds, report.detail)
    assert.include(
      report.verdict,
      "Receipt R-GRD-2027A-P000017 is in order: a coupon of 30.57534246575342463 XRD on 30 units of GRD-2027A."
    )
    assert.include(report.verdict.replaceAll(" ", ""), coupon.checkCode)
    const asked = report.steps.filter(({ state }) => state === "warn").map(({ detail }) => detail)
    assert.include(asked[0], `it must put 30.57534246575342463 XRD into the locker for ${order.account}`)
    assert.include(asked[1], "At ledger version 40 it must have held 30 of ")
  })
  it("that was changed does not pass for the same", async () => {
    const changed = [
      given.replace('"total":"30.5', '"total":"31.5'),
      given.replace('"units":30', '"units":300'),
      given.replace("A-P000017", "A-000017"),
      given.replace('"recordVersion":40', '"recordVersion":43'),
      given.replace('"paidTo":"locker"', '"paidTo":"pocket"'),
      given.replace('"kind":"coupon"', '"kind":"redemption"'),
      file.replace("A-000017", "A-P000017")
    ]
    for (const each of changed) {
      assert.isFalse([given, file].includes(each))
      assert.isFalse((await checkFile(each)).holds, each)
    }
    const other = await checkFile(given.replace('"paidTo":"locker"', '"paidTo":"account"'))
    assert.notInclude(other.verdict.replaceAll(" ", ""), coupon.checkCode)
  })
})

describe("the sheet of a coupon", () => {
  const view: ReceiptView = {
    ...coupon,
    code: series.code,
    symbol: series.symbol,
    name: "Bea Lind",
    perUnit: "1.019178082191780821",
    community: { name: "Riverside Garden", tagline: "Beds for all.", slug: "garden", seal: communityId },
    filePath: "/file",
    series: cardOf({ ...series, variant: "coupon", couponRatePct: "12", couponEvery: "monthly" }, 0, null),
    coupon: { dueAt: Date.UTC(2026, 7, 20), recordVersion: 40, paidTo: "locker", isTakenBack: false },
    qr: { path: "M0 0h1v1h-1z", size: 21 },
    standing: "confirmed"
  }
  const textOf = (receipt: ReceiptView) =>
    renderToStaticMarkup(
      <StaticRouter location="/">
        <ReceiptSheet receipt={receipt} now={0} />
      </StaticRouter>
    )
      .replace(/<[^>]*>/g, "\n")
      .replaceAll("&#x27;", "'")
  it("names who got how much for what, whole, and where to check it", () => {
    const text = textOf(view)
    for (const words of [
      "Riverside Garden",
      "Coupon on 30 units of GRD-2027A",
      coupon.number,
      "Bea Lind",
      order.account,
      coupon.txId,
      "1.019178082191780821",
      "30.57534246575342463",
      "30, at ledger version 40",
      "20 Aug 2026",
      "The community's locker, for this account",
      "12 % a year, every month",
      "21 Aug 2026, 18:04 UTC",
      coupon.checkCode.slice(0, 4),
      "Test network",
      "Confirmed on the ledger",
      "Download JSON",
      "Print"
    ]) {
      assert.include(text.replace(/\n+/g, ""), words)
    }
    assert.notInclude(text, "Payment calendar")
  })
  it("says when the treasury took back what nobody claimed", () => {
    const taken = view.coupon === null ? null : { ...view.coupon, isTakenBack: true }
    assert.include(textOf({ ...view, coupon: taken }), "unclaimed, so the treasury took it back")
  })
  it("leads to /verify by its printed code, which is taken for nothing else", () => {
    const asked = (query: string) => paperReceiptIn(new URL(`https://example.org/verify${query}`))
    const { checkCode: check, number } = coupon
    assert.deepStrictEqual(asked(`?receipt=${number}&check=${check}`), { number, check })
    for (const query of [
      "",
      `?receipt=${number}`,
      `?receipt=<b>&check=${check}`,
      `?receipt=${number}&check=${check}0`
    ]) {
      assert.isNull(asked(query), query)
    }
  })
})
