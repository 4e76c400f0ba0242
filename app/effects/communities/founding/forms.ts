/**
 * Rules of the forms about a community (docs/product/communities.md), shared by the wizard and the settings. The
 * encoded side is what values.ts reads from a form. What only the server knows (whether the address is free, the tags
 * are listed, the picture exists) is checked there.
 */
import { type Either, Schema } from "effect"
import { JoinPolicy, ResultsVisibility, Slug, Visibility, WeightMode } from "~/effects/access/Community"
import { readThreshold, THRESHOLD_HELP } from "~/effects/access/exactThreshold"
import { isTooLarge, TOO_LARGE } from "~/effects/base/amounts/AmountText"
import { checkForm, type FieldErrors } from "~/effects/base/remix/form"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Line, Lines } from "~/effects/base/text/fields"
import { type AmountText, isAmountText, isResourceAddress, parseAmount } from "~/ledger/index"
import { SLUG_LENGTH } from "./slug"
import {
  type BasicsValues,
  type DecisionsValues,
  isTemplate,
  MAX_LINKS,
  numbers,
  type PeopleValues,
  type RuleField,
  ruleFields
} from "./values"

const lengthOf = (text: string) => [...text].length
const between = (self: Schema.Schema<string>, min: number, max: number, message: string) =>
  self.pipe(Schema.filter((text: string) => (lengthOf(text) >= min && lengthOf(text) <= max) || message))
const oneOf = <A extends string>(schema: Schema.Schema<A>, message: string) => {
  const isKnown = Schema.is(schema)
  return Schema.String.pipe(Schema.filter((text): text is A => isKnown(text), { message: () => message }))
}

const isSlug = Schema.is(Slug)
const SlugField = Schema.String.pipe(
  Schema.filter((text) => {
    if (!/^[a-z0-9-]+$/.test(text)) return "Use lower-case letters, digits and hyphens."
    if (text.length < SLUG_LENGTH.min || text.length > SLUG_LENGTH.max) return "Use 3 to 40 characters."
    return isSlug(text) || "Begin and end with a letter or a digit."
  }),
  Schema.brand("Slug")
)

const Tags = Schema.Array(Schema.String).pipe(
  Schema.filter(
    (tags) => (tags.length >= 1 && tags.length <= 5 && new Set(tags).size === tags.length) || "Choose 1 to 5 tags."
  )
)

/** Whether the row is a label and an https address. */
const isLink = (label: string, url: string) =>
  label !== "" &&
  lengthOf(label) <= 30 &&
  url.length <= 500 &&
  /^https:\/\/[^\s\p{C}]+$/u.test(url) &&
  URL.canParse(url)

const LINKS = `Give each of up to ${MAX_LINKS} links a name of at most 30 characters and an address that begins with https://.`

/** Rows of two fields each; empty rows are ignored. */
const Links = Schema.Array(Schema.Struct({ label: Line, url: Line })).pipe(
  Schema.filter((rows) => {
    const filled = rows.filter(({ label, url }) => label !== "" || url !== "")
    return (filled.length <= MAX_LINKS && filled.every(({ label, url }) => isLink(label, url))) || LINKS
  })
)

/** What a community is, in the wizard and in its settings. */
export const BasicsForm = Schema.Struct({
  slug: SlugField,
  name: between(Line, 3, 60, "Use 3 to 60 characters."),
  tagline: between(Line, 1, 120, "Say in one line what it is about, in 1 to 120 characters."),
  description: between(Lines, 0, 10_000, "Use at most 10,000 characters."),
  tags: Tags,
  /** Address of a stored picture; empty if there is none. */
  logo: Schema.String.pipe(Schema.maxLength(500, { message: () => "Upload the picture again." })),
  visibility: oneOf(Visibility, "Choose who can see it."),
  links: Links
})
export type BasicsForm = typeof BasicsForm.Type

const isToken = (text: string) => isResourceAddress(text, NETWORK_ID)
const isAboveZero = (text: string) => (parseAmount(text) ?? 0n) > 0n

export const PeopleForm = Schema.Struct({
  joinPolicy: oneOf(JoinPolicy, "Choose how people join."),
  tokenResource: Line,
  tokenAmount: Line,
  rules: Lines.pipe(
    Schema.filter((text) => {
      if (text === "") return "Please write the house rules."
      return lengthOf(text) <= 5_000 || "Use at most 5,000 characters."
    })
  )
}).pipe(
  Schema.filter(({ joinPolicy, tokenAmount, tokenResource }) => {
    if (joinPolicy !== "token") return true
    const issues = []
    if (!isToken(tokenResource)) {
      issues.push({ path: ["tokenResource"], message: "This is not a token address on the test network." })
    }
    if (!isAboveZero(tokenAmount)) {
      const message = isTooLarge(tokenAmount) ? TOO_LARGE : "Enter an amount above 0, with at most 18 decimals."
      issues.push({ path: ["tokenAmount"], message })
    }
    return issues
  })
)
export type PeopleForm = typeof PeopleForm.Type

const wholeNumber = (min: number, max: number, what: string) => {
  const message = `Enter a whole number of ${what} from ${min} to ${max}.`
  return Schema.Trim.pipe(
    Schema.filter((text) => (/^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max) || message)
  )
}
/** At most two decimals, such as 66.67. */
const percentage = Schema.Trim.pipe(
  Schema.filter(
    (text) =>
      (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100) ||
      "Enter a number from 0 to 100, with at most 2 decimals."
  )
)
const agreement = Schema.Trim.pipe(Schema.filter((text) => readThreshold(text) !== null || THRESHOLD_HELP))
const ruleSchemas = {
  periodHours: wholeNumber(24, 336, "hours"),
  quorumPct: percentage,
  thresholdPct: agreement
} satisfies Record<(typeof numbers)[number], Schema.Schema<string>>

const schemaOf = (field: RuleField): Schema.Schema<string> => {
  const number = numbers.find((name) => field.endsWith(`.${name}`))
  return ruleSchemas[number ?? "periodHours"]
}
const RuleFields = Object.fromEntries(ruleFields.map((field) => [field, schemaOf(field)])) as Record<
  RuleField,
  Schema.Schema<string>
> // every field is one of these

/** Digits, and up to 18 decimals, like every amount. */
const FREE_PAYOUT = /^\d{1,15}(\.\d{1,18})?$/

export const DecisionsForm = Schema.Struct({
  ...RuleFields,
  template: Schema.String.pipe(Schema.filter((text) => isTemplate(text) || "Choose a template.")),
  proposerRole: oneOf(Schema.Literal("member", "moderator"), "Choose who can propose."),
  weightMode: oneOf(WeightMode, "Choose the kind of voting power."),
  resultsVisibility: oneOf(ResultsVisibility, "Choose when results are shown."),
  reviewHours: wholeNumber(0, 168, "hours"),
  minMembershipHours: wholeNumber(0, 720, "hours"),
  bondsNeedVote: oneOf(Schema.Literal("yes", "no"), "Choose whether bonds need a vote."),
  freePayout: Schema.Trim.pipe(
    Schema.filter((text): text is AmountText | "" => text === "" || (FREE_PAYOUT.test(text) && isAmountText(text)), {
      message: () => "Enter an amount of 0 or more, without separators."
    })
  ),
  /** Empty means that they need a vote. */
  signersPayWithoutVote: oneOf(Schema.Literal("yes", "no", ""), "Choose whether multisig payments need a vote."),
  /** Empty means the default. */
  lentLimitPct: Schema.Trim.pipe(
    Schema.filter((text) => text === "" || (/^\d{1,3}$/.test(text) && Number(text) <= 100), {
      message: () => "Enter a whole number from 0 to 100."
    })
  )
})
export type DecisionsForm = typeof DecisionsForm.Type

/** Rows of links from two columns of fields. */
export const linkRows = ({ linkLabel, linkUrl }: Pick<BasicsValues, "linkLabel" | "linkUrl">) =>
  Array.from({ length: Math.max(linkLabel.length, linkUrl.length) }, (_, row) => ({
    label: linkLabel[row] ?? "",
    url: linkUrl[row] ?? ""
  }))

/** The checked value, or the first message of each wrong field. */
export type Checked<A> = Either.Either<A, FieldErrors>

export const checkPeople = (values: PeopleValues): Checked<PeopleForm> => checkForm(PeopleForm, values)
export const checkDecisions = (values: DecisionsValues): Checked<DecisionsForm> => checkForm(DecisionsForm, values)
