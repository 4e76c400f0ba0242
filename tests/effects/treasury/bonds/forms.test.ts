/** The form of a bond: every message, which fields may be combined, and what a draft of it restores. */

import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { CommunityId } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import {
  draftPlace,
  firstStepWith,
  mergeValues,
  type SeriesValues,
  stepOfField
} from "~/effects/treasury/bonds/formSteps"
import { type FormContext, readSeries } from "~/effects/treasury/bonds/forms"
import { delayMinutes, promisedFrom } from "~/effects/treasury/bonds/secured/secured"
import { asResource } from "../../../addresses"
import { accountOf, signer } from "../../../ledger/signing"
import { XRD } from "../../chain/ledger/transactions"

const NOW = Date.parse("2026-11-20T12:00:00Z")
const xrd = { resource: XRD, symbol: "XRD", divisibility: 18 }
const token = { resource: asResource("resource_tdx_2_token"), symbol: "GRD", divisibility: 2 }

const values: SeriesValues = {
  name: "Tool shed",
  purpose: "A shed for the tools, with a roof that keeps them dry through the winter.",
  variant: "zero",
  currency: "xrd",
  faceValue: "250",
  issuePrice: "230",
  units: "100",
  couponRatePct: "",
  couponEvery: "quarterly",
  collateral: "",
  collateralAmount: "",
  graceDays: "",
  saleOpensAt: "2026-11-21T12:00",
  saleClosesAt: "2026-12-05T18:30",
  maturesAt: "2027-12-05T18:30",
  minRaiseUnits: "40",
  minPerBuyer: "1",
  maxPerBuyer: "50",
  audience: "public",
  settleMode: "atClose",
  reserveAccount: accountOf(signer(7))
}

const read = (changes: Readonly<Record<string, string>>, context: FormContext = { now: NOW, xrd, token }) =>
  readSeries({ ...values, id: "seriesaaaaaa", version: "0", ...changes }, context)
const wrong = (changes: Readonly<Record<string, string>>) =>
  Either.match(read(changes), { onLeft: (fields) => fields, onRight: () => ({}) })
const coupon = { variant: "coupon", issuePrice: "250", couponRatePct: "8" }

describe("the form of a bond", () => {
  it("is read: times in UTC, the currency with its decimals, no coupon if none is paid", () => {
    const { id, terms, version } = Either.getOrThrow(read({ purpose: `  ${values.purpose}\r\nAnd a door. ` }))
    assert.deepStrictEqual([id, version], ["seriesaaaaaa", 0])
    assert.deepInclude(terms, {
      purpose: `${values.purpose}\nAnd a door.`,
      currency: XRD,
      symbol: "XRD",
      divisibility: 18,
      couponRatePct: null,
      couponEvery: null,
      units: 100,
      saleClosesAt: Date.parse("2026-12-05T18:30:00Z")
    })
    const paying = Either.getOrThrow(read({ ...coupon, currency: "token" })).terms
    assert.deepInclude(paying, {
      symbol: "GRD",
      divisibility: 2,
      couponRatePct: AmountText.make("8"),
      couponEvery: "quarterly"
    })
  })

  it("names collateral: up to ten zero-coupon bonds, an amount of the token, and 3 to 90 days", () => {
    const context = { now: NOW, xrd, token, collateral: token }
    const secured = {
      collateral: token.resource,
      collateralAmount: "120.5",
      graceDays: "14",
      units: "3",
      minRaiseUnits: "0",
      maxPerBuyer: "3"
    }
    const given = (changes: Readonly<Record<string, string>>) => read({ ...secured, ...changes }, context)
    const { terms } = Either.getOrThrow(given({}))
    assert.deepInclude(terms, { collateral: token.resource, collateralSymbol: "GRD", graceDays: 14, units: 3 })
    assert.strictEqual(terms.collateralAmount, "120.5")
    assert.strictEqual(Either.getOrThrow(read({ graceDays: "7", collateralAmount: "5" })).terms.collateral, null)
    const problems: ReadonlyArray<readonly [field: string, changes: Readonly<Record<string, string>>, says: RegExp]> = [
      ["units", { units: "11" }, /at most 10 bonds/],
      ["collateralAmount", { collateralAmount: "" }, /a number like 120/],
      ["collateralAmount", { collateralAmount: "0" }, /a number like 120/],
      ["collateralAmount", { collateralAmount: "-1" }, /a number like 120/],
      ["collateralAmount", { collateralAmount: "0.001" }, /At most 2 decimals/],
      // The longest delay that the form takes is far below what the blueprint takes.
      ["graceDays", { graceDays: "91" }, /from 3 to 90/],
      ["graceDays", { graceDays: "2" }, /from 3 to 90/],
      ["graceDays", { graceDays: "14.5" }, /from 3 to 90/],
      ["variant", { ...coupon }, /zero/i]
    ]
    for (const [field, changes, says] of problems) {
      const found = Either.match(given(changes), { onLeft: (fields) => fields[field] ?? "", onRight: () => "" })
      assert.match(found, says, JSON.stringify(changes))
    }
    assert.isBelow(delayMinutes(promisedFrom(NOW + 1_825 * 86_400_000, { graceDays: 90 }), NOW), 2 ** 32)
  })

  const units = (label: string, least: number) => `${label}: a whole number from ${least} to 1,000,000.`
  const messages: ReadonlyArray<readonly [field: string, given: Readonly<Record<string, string>>, message: string]> = [
    ["id", { id: "x" }, "Please load the page again."],
    ["name", { name: "Shed" }, "Name: 5 to 80 characters."],
    ["name", { name: "S".repeat(81) }, "Name: 5 to 80 characters."],
    ["purpose", { purpose: "Too short." }, "Please explain in at least 50 characters, at most 5,000."],
    ["purpose", { purpose: "p".repeat(5_001) }, "Please explain in at least 50 characters, at most 5,000."],
    ["variant", { variant: "other" }, "Please choose how it pays."],
    ["currency", { currency: "usd" }, "Please choose a currency."],
    ["audience", { audience: "friends" }, "Please choose who may buy."],
    ["settleMode", { settleMode: "never" }, "Please choose when orders settle."],
    ["faceValue", { faceValue: "much" }, "Face value: a number like 92.5."],
    ["faceValue", { faceValue: "0" }, "Face value: a number like 92.5."],
    ["issuePrice", { issuePrice: "92,5" }, "Price: a number like 92.5."],
    ["faceValue", { faceValue: "1000001", issuePrice: "900000" }, "Face value: 0.01 to 1,000,000."],
    ["faceValue", { faceValue: "0.001", issuePrice: "0.0009" }, "Face value: 0.01 to 1,000,000."],
    ["issuePrice", { issuePrice: "260" }, "Price: 50 to 99.99% of the face value."],
    ["issuePrice", { issuePrice: "124.99" }, "Price: 50 to 99.99% of the face value."],
    ["issuePrice", { ...coupon, issuePrice: "276" }, "Price: 90 to 110% of the face value."],
    ["issuePrice", { currency: "token", issuePrice: "230.001" }, "At most 2 decimals."],
    ["faceValue", { currency: "token", faceValue: "250.001" }, "At most 2 decimals."],
    ["couponRatePct", { ...coupon, couponRatePct: "100.01" }, "Coupon: 0.01 to 100% a year, with at most 2 decimals."],
    ["couponRatePct", { ...coupon, couponRatePct: "8.125" }, "Coupon: 0.01 to 100% a year, with at most 2 decimals."],
    ["couponRatePct", { ...coupon, couponRatePct: "" }, "Coupon: 0.01 to 100% a year, with at most 2 decimals."],
    ["couponEvery", { ...coupon, couponEvery: "weekly" }, "Please choose how often it pays."],
    ["couponEvery", { ...coupon, couponEvery: "" }, "Please choose how often it pays."],
    ["units", { units: "0" }, units("Units", 1)],
    ["units", { units: "1000001" }, units("Units", 1)],
    ["units", { units: "9".repeat(400) }, units("Units", 1)],
    ["minPerBuyer", { minPerBuyer: "1.5" }, units("Smallest order", 1)],
    ["maxPerBuyer", { maxPerBuyer: "-1" }, units("Most units for one buyer", 1)],
    ["minRaiseUnits", { minRaiseUnits: "many" }, units("Minimum raise", 0)],
    ["minRaiseUnits", { minRaiseUnits: "101" }, "The minimum raise cannot be more than the units."],
    ["minPerBuyer", { minPerBuyer: "101", maxPerBuyer: "200" }, "The smallest order cannot be more than the units."],
    ["maxPerBuyer", { minPerBuyer: "51" }, "The largest order cannot be less than the smallest."],
    ["settleMode", { settleMode: "rolling" }, "With a minimum raise, orders settle at the close."],
    ["saleOpensAt", { saleOpensAt: "" }, "Please give a date and a time."],
    ["saleClosesAt", { saleClosesAt: "" }, "Please give a date and a time."],
    ["maturesAt", { maturesAt: "" }, "Please give a date and a time."],
    ["saleClosesAt", { saleClosesAt: "2026-11-22T11:59" }, "The sale must last 1 to 26 days."],
    ["saleClosesAt", { saleClosesAt: "2026-12-17T12:01" }, "The sale must last 1 to 26 days."],
    [
      "saleClosesAt",
      { saleOpensAt: "2026-11-01T12:00", saleClosesAt: "2026-11-20T12:00" },
      "Choose a time in the future."
    ],
    ["maturesAt", { maturesAt: "2026-12-05T18:30" }, "Maturity must be after the sale closes."],
    ["maturesAt", { maturesAt: "2026-12-01T12:00" }, "Maturity must be after the sale closes."],
    ["maturesAt", { maturesAt: "2032-12-05T18:30" }, "Maturity must be 1 to 1,825 days after the end of the sale."],
    ["reserveAccount", { reserveAccount: "account_rdx1abc" }, "This is not an account on the test network."],
    ["reserveAccount", { reserveAccount: XRD }, "This is not an account on the test network."],
    [
      "couponRatePct",
      {
        ...coupon,
        faceValue: "1",
        issuePrice: "1",
        couponRatePct: "0.01",
        currency: "token"
      },
      "A coupon would be less than the smallest amount of GRD."
    ]
  ]
  it.each(messages)("%s %j: %s", (field, given, message) => {
    assert.deepInclude(wrong(given), { [field]: message })
  })

  it("accepts the limits of every range", () => {
    const taken: ReadonlyArray<Readonly<Record<string, string>>> = [
      { issuePrice: "125" },
      { issuePrice: "249.975" },
      { ...coupon, issuePrice: "225" },
      { ...coupon, issuePrice: "275", couponRatePct: "0.01" },
      { saleClosesAt: "2026-11-22T12:00" },
      { saleClosesAt: "2026-12-17T12:00" },
      { minRaiseUnits: "0", settleMode: "rolling" },
      { faceValue: "0.01", issuePrice: "0.009" }
    ]
    for (const each of taken) assert.deepStrictEqual(wrong(each), {}, JSON.stringify(each))
  })

  it("offers the community's own token as a currency only if it has one", () => {
    const response = read({ currency: "token" }, { now: NOW, xrd, token: null })
    assert.isTrue(Either.isLeft(response) && response.left.currency === "This community has no token yet.")
  })

  it("leads to the first step with an error, and reads only known fields from a draft", () => {
    assert.strictEqual(firstStepWith({ reserveAccount: "no", units: "no" }), "terms")
    assert.strictEqual(firstStepWith({}), null)
    assert.strictEqual(stepOfField("toString"), "reserve")
    assert.deepStrictEqual(mergeValues(values, { name: "Other", units: 7, version: "3" }), { ...values, name: "Other" })
    assert.strictEqual(draftPlace(CommunityId.make("communityaaa"), "seriesaaaaaa"), "bond/communityaaa/seriesaaaaaa")
  })
})
