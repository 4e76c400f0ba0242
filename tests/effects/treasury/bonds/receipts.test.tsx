/**
 * /verify accepts a receipt's file and finds any change to it, and its sheet contains everything
 * (docs/product/bonds.md).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type Browser, chromium } from "playwright"
import { renderToStaticMarkup } from "react-dom/server"
import { StaticRouter } from "react-router-dom/server"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ReceiptSheet } from "~/components/treasury/bonds/receipt-sheet"
import { canonical } from "~/effects/base/text/canonical"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { OTHER_LAYOUT } from "~/effects/governance/votes/file/layout"
import { paperReceiptIn } from "~/effects/governance/votes/pages/paperReceipt"
import type { ReceiptView } from "~/effects/treasury/bonds/heldViews"
import { chromiumFlags, findChromium } from "../../../../scripts/chromium.mjs"
import { accountOf, signer } from "../../../ledger/signing"
import { coupon, couponSheet, order, purchaseSheet, receipt, redemptionSheet } from "./receiptSamples"

const file = `${receipt.document}\n`

describe("a receipt", () => {
  it("verifies, with the code that is printed on it", async () => {
    const report = await checkFile(file)
    assert.isTrue(report.holds, report.verdict)
    assert.include(
      report.verdict,
      "Receipt R-GRD-2027A-000017 is complete in itself, and not confirmed: 30 units of GRD-2027A bought for 6900 XRD."
    )
    assert.include(report.verdict.replaceAll(" ", ""), receipt.checkCode)
    assert.strictEqual(report.confirmation, "open")
    assert.include(report.detail, "Anyone could have written what is in the file.")
  })
  it("verifies also if it is from before receipts named their site", async () => {
    const { origin: _origin, ...before } = JSON.parse(file)
    const report = await checkFile(`${canonical({ ...before, schema: "bond-receipt/1" })}\n`)
    assert.isTrue(report.holds, report.detail)
    assert.isFalse((await checkFile(`${canonical({ ...before, schema: "bond-receipt/2" })}\n`)).holds)
  })
  it("verifies in another layout, and is refused with an unknown member, which is named", async () => {
    const report = await checkFile(JSON.stringify(JSON.parse(file), null, 2))
    assert.isTrue(report.holds)
    assert.include(report.detail, OTHER_LAYOUT)
    for (const given of [file, `${coupon.document}\n`]) {
      const more = await checkFile(given.replace("{", '{"bonus":"1000",'))
      assert.strictEqual(more.detail, "The member “bonus” does not belong there.")
    }
  })
  it("is refused with another total, number or account", async () => {
    const changed = [
      file.replace('"total":"6900"', '"total":"69"'),
      file.replace("R-GRD-2027A-000017", "R-SUN-2027A-000017"),
      file.replace('"networkId":2', '"networkId":1'),
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
  it("verifies under a number that no purchase has", async () => {
    const report = await checkFile(given)
    assert.isTrue(report.holds, report.detail)
    assert.include(
      report.verdict,
      "Receipt R-GRD-2027A-P000017 is complete in itself, and not confirmed: a coupon of 30.57534246575342463 XRD on 30 units of GRD-2027A."
    )
    assert.include(report.verdict.replaceAll(" ", ""), coupon.checkCode)
    const asked = report.steps.filter(({ state }) => state === "warn").map(({ detail }) => detail)
    assert.include(asked.shift(), "Check this file on https://commonhold.example.")
    assert.include(asked[0], `it must put 30.57534246575342463 XRD into the locker for ${order.account}`)
    assert.include(asked[1], "At ledger version 40 it must have held 30 of ")
  })
  it("is refused once it was changed", async () => {
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

const markupOf = (receipt: ReceiptView) =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <ReceiptSheet receipt={receipt} now={0} />
    </StaticRouter>
  )

describe("the sheet of a coupon", () => {
  const textOf = (receipt: ReceiptView) =>
    markupOf(receipt)
      .replace(/<[^>]*>/g, "\n")
      .replaceAll("&#x27;", "'")
  it("names recipient, amount and reason in full, and where to check it", () => {
    const text = textOf(couponSheet)
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
      "12% a year, every month",
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
  it("states that the treasury recovered what nobody claimed", () => {
    const taken = couponSheet.coupon === null ? null : { ...couponSheet.coupon, isTakenBack: true }
    assert.include(textOf({ ...couponSheet, coupon: taken }), "nobody claimed it, so the treasury withdrew it")
  })
  it("leads to /verify by its printed code, which is accepted for nothing else", () => {
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

describe("on paper", () => {
  const root = fileURLToPath(new URL("../../../../app/", import.meta.url))
  const sheets = ["styles/site.css", "components/treasury/bonds/bonds.css"].map((path) => pathToFileURL(root + path))
  /** The sheet inside those parts of the site that are not printed. */
  const pageOf = (receipt: ReceiptView) =>
    `<!doctype html><html lang="en">${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join("")}
      <body><header class="masthead">Commonhold</header><main class="wrap page">${markupOf(receipt)}</main>
      <footer class="site-footer">Our story</footer><nav class="bottom-bar">Home</nav></body></html>`
  const folder = mkdtempSync(join(tmpdir(), "commonhold-paper-"))
  let browser: Browser
  beforeAll(async () => {
    const executablePath = findChromium()
    browser = await chromium.launch({ args: chromiumFlags, ...(executablePath !== undefined && { executablePath }) })
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  it.each([
    ["a coupon", couponSheet],
    ["a purchase with every coupon of two years", purchaseSheet],
    ["a redemption", redemptionSheet]
  ] as const)(
    "%s fits one page of A4 and one of Letter without overflow",
    async (_, receipt) => {
      const file = join(folder, `${receipt.number}.html`)
      writeFileSync(file, pageOf(receipt))
      const page = await browser.newPage()
      await page.goto(pathToFileURL(file).href)
      for (const format of ["A4", "Letter"]) {
        const printed = await page.pdf({ format })
        assert.strictEqual(printed.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length, 1, format)
      }
      // The width of A4 between its margins of 14 mm.
      await page.setViewportSize({ width: 688, height: 1000 })
      await page.emulateMedia({ media: "print" })
      assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 688)
      assert.isFalse(await page.getByText("Our story").isVisible())
      assert.isTrue(await page.getByText(receipt.account).isVisible())
      await page.close()
    },
    60_000
  )
})
