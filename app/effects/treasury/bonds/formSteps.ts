/**
 * The fields of the bond form, the step of each, and how a stored draft fills them. Times are UTC texts; the page shows
 * them in the reader's time zone. No imports: pages load this file.
 */
import type { CommunityId } from "~/effects/access/Community"
export const formSteps = ["purpose", "terms", "reserve"] as const
export type FormStep = (typeof formSteps)[number]

/** The last step is the draft's own page. */
export const stepNames = ["Purpose", "Terms", "Reserve", "Review"] as const

const stepOf = {
  name: "purpose",
  purpose: "purpose",
  variant: "terms",
  currency: "terms",
  faceValue: "terms",
  issuePrice: "terms",
  units: "terms",
  couponRatePct: "terms",
  couponEvery: "terms",
  saleOpensAt: "terms",
  saleClosesAt: "terms",
  maturesAt: "terms",
  minRaiseUnits: "terms",
  minPerBuyer: "terms",
  maxPerBuyer: "terms",
  audience: "terms",
  settleMode: "terms",
  reserveAccount: "reserve",
  collateral: "reserve",
  collateralAmount: "reserve",
  graceDays: "reserve"
} as const satisfies Readonly<Record<string, FormStep>>

export type SeriesField = keyof typeof stepOf
export type SeriesValues = Readonly<Record<SeriesField, string>>

export const stepOfField = (field: string): FormStep =>
  Object.hasOwn(stepOf, field) ? stepOf[field as SeriesField] : "reserve" // just asked

/** The step to open for a member whose form was refused. */
export const firstStepWith = (fields: Readonly<Record<string, string>>): FormStep | null => {
  const wrong = new Set(Object.keys(fields).map(stepOfField))
  return formSteps.find((step) => wrong.has(step)) ?? null
}

/** Overrides stored texts with given ones; ignores names that are not fields of the form. */
export const mergeValues = (stored: SeriesValues, given: Readonly<Record<string, unknown>>): SeriesValues => {
  const merged: Record<SeriesField, string> = { ...stored }
  for (const field of Object.keys(stepOf) as ReadonlyArray<SeriesField>) {
    const text = given[field]
    if (typeof text === "string") merged[field] = text
  }
  return merged
}

/** Storage place of an unsent form: one for a community's new bond, one for each draft. */
export const draftPlace = (communityId: CommunityId, seriesId: string | null): string =>
  `bond/${communityId}${seriesId === null ? "" : `/${seriesId}`}`
