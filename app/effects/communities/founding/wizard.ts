/**
 * The four steps of founding a community (docs/product/communities.md) and what is stored between them. Pure: pages
 * load this file.
 */
import {
  type BasicsValues,
  type DecisionsValues,
  fromTemplate,
  HOUSE_RULES,
  type PeopleValues,
  ruleFields
} from "./values"

export const steps = ["basics", "people", "decisions", "review"] as const
export type Step = (typeof steps)[number]
export const stepNames: Readonly<Record<Step, string>> = {
  basics: "Basics",
  people: "People",
  decisions: "Decisions",
  review: "Review"
}

/** The first step if the name is unknown. */
export const stepOf = (text: string | null): Step => steps.find((step) => step === text) ?? "basics"
export const stepAt = (step: Step, by: 1 | -1): Step => steps[steps.indexOf(step) + by] ?? step

/** The wizard's path; `draft` is the id of a community that is not published yet. */
export const createHref = (step: Step, draft: string | null = null): string => {
  const params = new URLSearchParams()
  if (draft !== null) params.set("draft", draft)
  if (step !== "basics") params.set("step", step)
  return params.size === 0 ? "/create" : `/create?${params}`
}

/** The place under which this wizard's draft is saved. */
export const placeOf = (draft: string | null): string => (draft === null ? "create" : `create/${draft}`)

/** All values of the wizard in one flat record, so that a step is a part of it. */
export interface WizardValues extends BasicsValues, PeopleValues, DecisionsValues {}

export const startValues: WizardValues = {
  name: "",
  slug: "",
  tagline: "",
  description: "",
  tags: [],
  logo: "",
  visibility: "public",
  linkLabel: [],
  linkUrl: [],
  joinPolicy: "open",
  tokenResource: "",
  tokenAmount: "",
  rules: HOUSE_RULES,
  ...fromTemplate("club")
}

type Data = Readonly<Record<string, unknown>>

/**
 * Merges a saved draft over the values it began from. Fields that are missing, or have another type, keep their first
 * value.
 */
export const mergeValues = <Values extends Data>(start: Values, data: Data | undefined): Values => {
  const merged: Record<string, unknown> = { ...start }
  for (const [name, value] of Object.entries(data ?? {})) {
    const before = start[name]
    const isTexts = Array.isArray(value) && value.every((text) => typeof text === "string")
    if (typeof before === "string" ? typeof value === "string" : Array.isArray(before) && isTexts) merged[name] = value
  }
  return merged as Values // the same names with the same shapes
}

const peopleFields = new Set(["joinPolicy", "tokenResource", "tokenAmount", "rules"])
const decisionFields = new Set<string>([
  ...ruleFields,
  "template",
  "proposerRole",
  "weightMode",
  "resultsVisibility",
  "reviewHours",
  "minMembershipHours",
  "bondsNeedVote",
  "freePayout",
  "signersPayWithoutVote",
  "lentLimitPct"
])

/** The step that has the field. */
export const stepOfField = (field: string): Step =>
  peopleFields.has(field) ? "people" : decisionFields.has(field) ? "decisions" : "basics"
