/** Confirming a receipt: forged in every field, of another site, and when a site or a ledger does not respond. */
import { assert, describe, it } from "@effect/vitest"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { RECEIPT_SCHEMA, type ReceiptFile } from "~/effects/governance/votes/file/checkStatement"
import { OTHER_LAYOUT } from "~/effects/governance/votes/file/layout"
import type { LedgerTransaction } from "~/effects/governance/votes/file/ledgerTransaction"
import { readCommitted } from "~/effects/governance/votes/file/ledgerTransaction"
import { writeLine } from "~/effects/governance/votes/file/readStrictly"
import { issuedOf, questionsOf, receiptIn } from "~/effects/governance/votes/file/receiptQuestions"
import { type LedgerResponses, withResponses } from "~/effects/governance/votes/file/receiptResponses"
import { accountOf, signer } from "../../../ledger/signing"
import { coupon, ORIGIN, order, receipt, series } from "../../treasury/bonds/receiptSamples"
import { chainOf, proposalOf, testSite, testVoter } from "./world"

const here = { origin: ORIGIN, networkId: 2 }
const bought = JSON.parse(receipt.document)
const paid = JSON.parse(coupon.document)
const [entry] = chainOf(proposalOf({ voters: [testVoter("ada")] }), [{ voter: testVoter("ada"), choice: "yes" }])
if (entry === undefined) throw new Error("a chain of one ballot")
const ballot: ReceiptFile = { schema: RECEIPT_SCHEMA, ...testSite, ...entry }

const change = (entity: string, resource: string | null, amount: string) => ({
  entity,
  resource: resource ?? "",
  change: amount
})
/** The two transactions as the ledger shows them. */
const settled: LedgerTransaction = {
  status: "CommittedSuccess",
  stateVersion: 42,
  at: "2026-08-21T18:04:00.000Z",
  subintents: [order.subintentHash ?? ""],
  fungibleChanges: [
    change(order.account, series.bondResource, "30"),
    change(order.account, series.currency, "-6900"),
    change("account_treasury", series.currency, "6900")
  ]
}
const dropped: LedgerTransaction = {
  ...settled,
  subintents: [],
  fungibleChanges: [change("locker_tdx_2_1", series.currency, "30.57534246575342463")]
}

const records = [bought, paid, ballot].map((file) => {
  const issued = receiptIn(writeLine(file))
  if (issued === null) throw new Error("a receipt")
  return JSON.stringify(issuedOf(issued))
})

/** Questions as page and server send them: this site knows its own receipts, the ledger its transactions. */
const confirmed = async (given: unknown, changes: Partial<LedgerResponses> = {}, asker = here) => {
  const text = writeLine(given)
  const report = await checkFile(text)
  const file = receiptIn(text)
  if (file === null || !report.holds) return report
  const questions = questionsOf(file, asker)
  const responses: LedgerResponses = {
    site: questions.issued !== null && records.includes(JSON.stringify(questions.issued)),
    transaction: questions.transaction === null ? "silent" : questions.held === null ? settled : dropped,
    held: "30",
    ...changes
  }
  return withResponses(report, file, questions, responses, asker)
}

describe("a receipt that site and ledger confirm", () => {
  it("is confirmed, for a purchase, a coupon and a ballot alike", async () => {
    for (const [file, asker, words] of [
      [bought, here, "and the ledger shows the same."],
      [paid, here, "and the ledger shows the same."],
      [ballot, { ...here, origin: testSite.origin }, "has exactly this ballot at this place in its record."]
    ] as const) {
      const report = await confirmed(file, {}, asker)
      assert.strictEqual(report.confirmation, "confirmed", report.detail)
      assert.include(report.verdict, " is confirmed: ")
      assert.include(report.detail, words)
      assert.notInclude(JSON.stringify(report.steps), "Not asked")
    }
  })
})

describe("a receipt in another layout", () => {
  it("names the layout, also once it is confirmed", async () => {
    const text = JSON.stringify(bought, null, 2)
    const [report, file] = [await checkFile(text), receiptIn(text)]
    if (file === null) throw new Error("a receipt")
    const responses = { site: true, transaction: settled, held: "silent" } as const
    const found = withResponses(report, file, questionsOf(file, here), responses, here)
    assert.strictEqual(found.confirmation, "confirmed")
    assert.isTrue(found.detail.startsWith(OTHER_LAYOUT), found.detail)
  })
})

describe("a forged receipt", () => {
  const forged = [
    { ...bought, account: accountOf(signer(3)) },
    { ...bought, units: 300, total: "69000" },
    { ...bought, number: "R-GRD-2027A-000018" },
    { ...bought, perUnit: "23", total: "690" },
    { ...bought, stateVersion: 43 },
    { ...bought, settledAt: "2026-08-21T18:05:00.000Z" },
    { ...bought, termsDigest: "cd".repeat(32) },
    { ...paid, recordVersion: 39 },
    { ...paid, paidTo: "account" },
    { ...paid, units: 15, total: "15.287671232876712315" }
  ]
  it("is complete in itself, never valid, and refuted once checked", async () => {
    for (const file of forged) {
      const alone = await checkFile(writeLine(file))
      assert.isTrue(alone.holds, alone.detail)
      assert.include(alone.verdict, "is complete in itself, and not confirmed")
      const report = await confirmed(file)
      assert.deepStrictEqual([report.holds, report.confirmation], [false, undefined], JSON.stringify(file))
      assert.include(report.verdict, "is not confirmed: what it states is not true.")
      assert.include(report.detail, "has not issued a receipt with this number and this content")
    }
  })
  it("is refuted by the ledger as well if amounts, times or signers differ", async () => {
    const others: ReadonlyArray<readonly [unknown, Partial<LedgerResponses>, string]> = [
      [bought, { transaction: null }, "no such transaction"],
      [bought, { transaction: { ...settled, status: "CommittedFailure" } }, "failed and moved nothing"],
      [bought, { transaction: { ...settled, stateVersion: 41 } }, "at ledger version 41, not 42"],
      [bought, { transaction: { ...settled, at: "2026-08-21T18:05:00.000Z" } }, "at another time"],
      [bought, { transaction: { ...settled, subintents: [] } }, "the part that the account signed"],
      [bought, { transaction: { ...settled, fungibleChanges: [] } }, "moved other amounts"],
      [paid, { transaction: settled }, "moved other amounts"],
      [paid, { held: "29" }, "It held 29 at ledger version 40"]
    ]
    for (const [file, responses, words] of others) {
      const report = await confirmed(file, { site: true, ...responses })
      assert.isFalse(report.holds, words)
      assert.include(report.detail, words)
    }
  })
  it("is refuted by its site if it is of a ballot", async () => {
    const report = await confirmed({ ...ballot, weight: "2" }, {}, { ...here, origin: testSite.origin })
    assert.deepStrictEqual(
      [report.holds, report.verdict],
      [false, "This receipt is not confirmed: its site has no such ballot 1."]
    )
  })
})

describe("a receipt that cannot be confirmed", () => {
  it("stays unconfirmed, and can be checked again", async () => {
    for (const silent of [{ site: "silent" }, { transaction: "silent" }, { held: "silent" }] as const) {
      const report = await confirmed(paid, silent)
      assert.deepStrictEqual([report.holds, report.confirmation], [true, "unanswered"])
      assert.include(report.verdict, "is complete in itself, and not confirmed")
      assert.include(report.detail, "did not answer")
    }
  })
  it("names its site if that is another one, which is not asked", async () => {
    const elsewhere = { ...bought, origin: "https://other.example" }
    const file = receiptIn(writeLine(elsewhere))
    assert.isNull(file === null ? undefined : questionsOf(file, here).issued)
    const report = await confirmed(elsewhere)
    assert.strictEqual(report.confirmation, "open")
    assert.include(report.detail, "Only https://other.example can confirm it.")
    assert.include(report.detail, "The ledger shows its transaction.")
  })
  it("is not checked with this ledger if it is of another network", async () => {
    const report = await confirmed(bought, { site: true }, { ...here, networkId: 1 })
    assert.strictEqual(report.confirmation, "open")
    assert.include(report.detail, "different network")
  })
})

describe("a gateway's response", () => {
  it("is read for what a receipt needs, and not trusted if that is missing", () => {
    const transaction = {
      transaction_status: "CommittedSuccess",
      state_version: 42,
      round_timestamp: settled.at,
      child_subintent_hashes: settled.subintents,
      balance_changes: {
        fungible_balance_changes: settled.fungibleChanges.map((each) => ({
          entity_address: each.entity,
          resource_address: each.resource,
          balance_change: each.change
        }))
      }
    }
    assert.deepStrictEqual(readCommitted({ transaction }), settled)
    assert.throws(() => readCommitted({ transaction: { ...transaction, balance_changes: null } }))
  })
})
