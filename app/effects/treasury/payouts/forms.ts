/** The form of a new payout. Isomorphic, so that the page states the same limits. */

import { Schema } from "effect"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { isTooLarge, TOO_LARGE } from "~/effects/base/amounts/AmountText"
import { Line, Lines } from "~/effects/base/text/fields"
import { grouped } from "~/effects/base/text/grouped"
import { parseAmount } from "~/ledger/index"
import { Mode, Purpose } from "./Distribution"
import { NOTE_MAX, RECOVER, TITLE } from "./limits"

const within = (min: number, max: number, message: string) =>
  Line.pipe(Schema.filter(({ length }) => (length >= min && length <= max) || message))

const choose = <const L extends ReadonlyArray<string>>(message: string, ...literals: L) =>
  Schema.Literal(...literals).annotations({ message: () => ({ message, override: true }) })

const days = Schema.Trim.pipe(
  Schema.filter(
    (text) =>
      text === "never" ||
      (/^\d{1,4}$/.test(text) && Number(text) >= RECOVER.least && Number(text) <= RECOVER.most) ||
      `Enter ${RECOVER.least} to ${grouped(RECOVER.most)} days, or never.`
  )
)

export const NewForm = Schema.Struct({
  title: within(TITLE.min, TITLE.max, "Title: 5 to 120 characters."),
  note: Lines.pipe(Schema.maxLength(NOTE_MAX, { message: () => "Note: at most 1,000 characters." })),
  purpose: Purpose.annotations({ message: () => "Choose what it is for." }),
  resource: Schema.String.pipe(
    Schema.minLength(1, { message: () => "Choose a token." }),
    Schema.compose(ResourceAddress.annotations({ message: () => "The ledger does not know this token." }))
  ),
  mode: Mode.annotations({ message: () => "Choose how people are paid." }),
  recoverDays: days,
  source: choose("Choose who is paid.", "members", "csv", "rule"),
  csv: Schema.String,
  /** Amount for each of the selected members. */
  each: Schema.Trim,
  who: choose("Choose who is paid.", "all", "role", "voters", "holders"),
  role: choose("Choose a role.", "member", "moderator", "owner"),
  proposal: Schema.Trim,
  how: choose("Choose how much each gets.", "equal", "weight", "amount"),
  pool: Schema.Trim
})
export type NewForm = typeof NewForm.Type

/** Why an amount cannot be paid; null if it can. */
const wrongAmount = (text: string, divisibility: number): string | null => {
  const amount = parseAmount(text)
  if (amount === null) return isTooLarge(text) ? TOO_LARGE : "Amount is not a number."
  if (amount <= 0n) return "Amount must be above 0."
  return (text.split(".")[1] ?? "").length > divisibility ? `More than ${divisibility} decimals.` : null
}

/** What is missing from a rule or from an amount for each, by field; empty for a list. */
export const wrongRule = (form: NewForm, divisibility: number): Readonly<Record<string, string>> => {
  if (form.source === "csv") return {}
  const field = form.source === "rule" ? "pool" : "each"
  const wrong = wrongAmount(form[field], divisibility)
  return {
    ...(wrong === null ? {} : { [field]: wrong }),
    ...(form.source === "rule" && form.who === "voters" && !/^[1-9]\d{0,8}$/.test(form.proposal)
      ? { proposal: "Enter the number of a proposal." }
      : {})
  }
}

/** Defaults of fields that a form without JavaScript, or an older one, does not send. */
export const startFields = {
  title: "",
  note: "",
  purpose: "reward",
  resource: "",
  mode: "direct",
  recoverDays: String(RECOVER.usual),
  source: "csv",
  csv: "",
  each: "",
  who: "all",
  role: "member",
  proposal: "",
  how: "equal",
  pool: ""
} as const
