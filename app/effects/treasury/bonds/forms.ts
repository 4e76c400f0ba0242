/** Validation of the form that issues a bond: each field, and the fields together. Pure. */

import { Either, Schema } from "effect"
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { isTooLarge, TOO_LARGE } from "~/effects/base/amounts/AmountText"
import { checkForm, type FieldErrors } from "~/effects/base/remix/form"
import { Line, Lines } from "~/effects/base/text/fields"
import { grouped } from "~/effects/base/text/grouped"
import { instantOf, LocalTime } from "~/effects/conversation/announcements/forms"
import type { ResourceAddress } from "~/ledger/address"
import { type AmountText, amountOf, isAmountText, isDivisible, ONE } from "~/ledger/index"
import { scheduleOf } from "./arithmetic"
import { DAY_MS, NAME, PURPOSE, SALE_DAYS, TERM_DAYS, UNITS_MAX } from "./limits"
import type { SeriesTerms } from "./Series"
import { couponEveries, daysBetween } from "./schedule"
import { GRACE_DAYS, MOST_BONDS } from "./secured/secured"
import { planOf } from "./terms"

const within = (text: Schema.Schema<string>, min: number, max: number, message: string) =>
  text.pipe(Schema.filter(({ length }) => (length >= min && length <= max) || message))
const units = (label: string, min: number) =>
  Schema.Trim.pipe(
    Schema.filter(
      (text) =>
        (/^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= UNITS_MAX) ||
        `${label}: a whole number from ${min} to ${grouped(UNITS_MAX)}.`
    ),
    Schema.compose(Schema.NumberFromString)
  )
const money = (label: string) =>
  Schema.Trim.pipe(
    Schema.filter((text): text is AmountText => isAmountText(text) && amountOf(text) > 0n, {
      message: ({ actual }) => (isTooLarge(String(actual)) ? `${label}: ${TOO_LARGE}` : `${label}: a number like 92.5.`)
    })
  )
const oneOf = <const T extends ReadonlyArray<string>>(message: string, ...values: T) =>
  Schema.Literal(...values).annotations({ message: () => ({ message, override: true }) })

const SeriesForm = Schema.Struct({
  id: Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/, { message: () => "Please load the page again." })),
  version: Schema.NumberFromString.pipe(Schema.int()),
  name: within(Line, NAME.min, NAME.max, "Name: 5 to 80 characters."),
  /** Browsers submit line ends as CR LF; the text that is voted on has LF. */
  purpose: within(Lines, PURPOSE.min, PURPOSE.max, "Please explain in at least 50 characters, at most 5,000."),
  variant: oneOf("Please choose how it pays.", "zero", "coupon"),
  currency: oneOf("Please choose a currency.", "xrd", "token"),
  faceValue: money("Face value"),
  units: units("Units", 1),
  issuePrice: money("Price"),
  couponRatePct: Schema.optionalWith(Schema.Trim, { default: () => "" }),
  couponEvery: Schema.optionalWith(oneOf("Please choose how often it pays.", ...couponEveries, ""), {
    default: () => ""
  }),
  audience: oneOf("Please choose who may buy.", "public", "members"),
  minPerBuyer: units("Smallest order", 1),
  maxPerBuyer: units("Most units for one buyer", 1),
  minRaiseUnits: units("Minimum raise", 0),
  /** In UTC; the page converts from the reader's time zone. */
  saleOpensAt: LocalTime,
  saleClosesAt: LocalTime,
  maturesAt: LocalTime,
  settleMode: oneOf("Please choose when orders settle.", "atClose", "rolling"),
  reserveAccount: Schema.Trim.pipe(
    Schema.filter(isPayableAccount, {
      message: () => "This is not an account on the test network."
    })
  ),
  /** Address of the token; empty without collateral. */
  collateral: Schema.optionalWith(Schema.Trim, { default: () => "" }),
  collateralAmount: Schema.optionalWith(Schema.Trim, { default: () => "" }),
  graceDays: Schema.optionalWith(Schema.Trim, { default: () => "" })
})
type SeriesForm = typeof SeriesForm.Type

export interface Currency {
  readonly resource: ResourceAddress
  readonly symbol: string
  readonly divisibility: number
}
export interface FormContext {
  readonly now: number
  readonly xrd: Currency
  /** The community's own; null where it has none. */
  readonly token: Currency | null
  /** The token that the form names as collateral; null without one. */
  readonly collateral?: Currency | null
}

const MOST = 1_000_000n * ONE
const LEAST = ONE / 100n

/** Shares of the face value in hundredths of a percent. */
const PRICES = { zero: { min: 5_000n, max: 9_999n }, coupon: { min: 9_000n, max: 11_000n } }

const wrongMoney = (form: SeriesForm, { divisibility }: Currency): FieldErrors => {
  const [face, price] = [amountOf(form.faceValue), amountOf(form.issuePrice)]
  const { max, min } = PRICES[form.variant]
  const decimals = `At most ${divisibility} decimals.`
  return {
    ...(price * 10_000n < face * min || price * 10_000n > face * max
      ? {
          issuePrice:
            form.variant === "zero" ? "Price: 50 to 99.99% of the face value." : "Price: 90 to 110% of the face value."
        }
      : {}),
    ...(isDivisible(price, divisibility) ? {} : { issuePrice: decimals }),
    ...(face < LEAST || face > MOST ? { faceValue: "Face value: 0.01 to 1,000,000." } : {}),
    ...(isDivisible(face, divisibility) ? {} : { faceValue: decimals })
  }
}

/** 0.01 to 100 percent; null for anything else. */
const rateOf = (text: string): AmountText | null => {
  if (!isAmountText(text)) return null
  const rate = amountOf(text)
  return rate >= LEAST && rate <= 100n * ONE && isDivisible(rate, 2) ? text : null
}

const wrongCoupon = ({ couponEvery, couponRatePct, variant }: SeriesForm): FieldErrors => {
  if (variant === "zero") return {}
  const isRate = rateOf(couponRatePct) !== null
  return {
    ...(isRate ? {} : { couponRatePct: "Coupon: 0.01 to 100% a year, with at most 2 decimals." }),
    ...(couponEvery === "" ? { couponEvery: "Please choose how often it pays." } : {})
  }
}

const wrongUnits = (form: SeriesForm): FieldErrors => ({
  ...(form.minRaiseUnits > form.units ? { minRaiseUnits: "The minimum raise cannot be more than the units." } : {}),
  ...(form.minPerBuyer > form.units ? { minPerBuyer: "The smallest order cannot be more than the units." } : {}),
  ...(form.maxPerBuyer < form.minPerBuyer
    ? { maxPerBuyer: "The largest order cannot be less than the smallest." }
    : {}),
  ...(form.settleMode === "rolling" && form.minRaiseUnits > 0
    ? { settleMode: "With a minimum raise, orders settle at the close." }
    : {})
})

const isGrace = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= GRACE_DAYS.min && Number(text) <= GRACE_DAYS.max

const wrongCollateral = (form: SeriesForm, token: Currency | null): FieldErrors => {
  if (form.collateral === "") return {}
  const { collateralAmount: amount, graceDays, units, variant } = form
  const isAmount = isAmountText(amount) && amountOf(amount) > 0n
  return {
    ...(token === null ? { collateral: "This is not a token on the test network." } : {}),
    ...(variant === "zero" ? {} : { variant: "Secured bonds pay everything at maturity: choose zero coupon." }),
    ...(units > MOST_BONDS ? { units: `A secured series has at most ${MOST_BONDS} bonds.` } : {}),
    ...(isAmount ? {} : { collateralAmount: "Collateral of each bond: a number like 120." }),
    ...(isAmount && token !== null && !isDivisible(amountOf(amount), token.divisibility)
      ? { collateralAmount: `At most ${token.divisibility} decimals.` }
      : {}),
    ...(isGrace(graceDays) ? {} : { graceDays: `A whole number of days from ${GRACE_DAYS.min} to ${GRACE_DAYS.max}.` })
  }
}

interface Times {
  readonly opens: number
  readonly closes: number
  readonly matures: number
}

const wrongTimes = ({ closes, matures, opens }: Times, now: number): FieldErrors => {
  const sale = closes - opens
  const term = daysBetween(closes, matures)
  return {
    ...(sale < SALE_DAYS.min * DAY_MS || sale > SALE_DAYS.max * DAY_MS
      ? { saleClosesAt: `The sale must last ${SALE_DAYS.min} to ${SALE_DAYS.max} days.` }
      : {}),
    ...(closes <= now ? { saleClosesAt: "Choose a time in the future." } : {}),
    ...(term < TERM_DAYS.min || term > TERM_DAYS.max
      ? { maturesAt: "Maturity must be 1 to 1,825 days after the end of the sale." }
      : {}),
    ...(matures <= closes ? { maturesAt: "Maturity must be after the sale closes." } : {})
  }
}

const MISSING = "Please give a date and a time."

export interface CheckedForm {
  readonly id: string
  readonly version: number
  readonly terms: SeriesTerms
}

export const readSeries = (
  given: unknown,
  { collateral: secures = null, now, token, xrd }: FormContext
): Either.Either<CheckedForm, FieldErrors> =>
  Either.flatMap(checkForm(SeriesForm, given), (form) => {
    const currency = form.currency === "xrd" ? xrd : token
    const [opens, closes, matures] = [form.saleOpensAt, form.saleClosesAt, form.maturesAt].map((text) =>
      instantOf(text, 0)
    )
    const times = opens == null || closes == null || matures == null ? null : { opens, closes, matures }
    const wrong: FieldErrors = {
      ...(opens == null ? { saleOpensAt: MISSING } : {}),
      ...(closes == null ? { saleClosesAt: MISSING } : {}),
      ...(matures == null ? { maturesAt: MISSING } : {}),
      ...(times === null ? {} : wrongTimes(times, now)),
      ...(currency === null ? { currency: "This community has no token yet." } : wrongMoney(form, currency)),
      ...wrongCoupon(form),
      ...wrongUnits(form),
      ...wrongCollateral(form, secures)
    }
    if (Object.keys(wrong).length > 0 || currency === null || times === null) return Either.left(wrong)
    const { couponEvery, couponRatePct, id, version, ...rest } = form
    const isCoupon = form.variant === "coupon"
    const isSecured = form.collateral !== "" && secures !== null
    const terms: SeriesTerms = {
      ...rest,
      currency: currency.resource,
      symbol: currency.symbol,
      divisibility: currency.divisibility,
      couponRatePct: isCoupon ? rateOf(couponRatePct) : null,
      couponEvery: isCoupon && couponEvery !== "" ? couponEvery : null,
      saleOpensAt: times.opens,
      saleClosesAt: times.closes,
      maturesAt: times.matures,
      collateral: isSecured ? secures.resource : null,
      collateralSymbol: isSecured ? secures.symbol : null,
      collateralAmount: isSecured && isAmountText(form.collateralAmount) ? form.collateralAmount : null,
      graceDays: isSecured ? Number(form.graceDays) : null
    }
    // A coupon that rounds to nothing could never be paid, so it would be late forever.
    return scheduleOf(planOf(terms)).some(({ perUnit }) => perUnit === 0n)
      ? Either.left({ couponRatePct: `A coupon would be less than the smallest amount of ${currency.symbol}.` })
      : Either.right({ id, version, terms })
  })
