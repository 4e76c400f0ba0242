/**
 * Values of the forms about a community before they are checked: texts, as fields give them. The wizard and the
 * settings share the fields. Pure, types and plain functions only: pages load this file without Effect.
 */
import type { Community, GovernanceSettings, KindRules } from "~/effects/access/Community"
import { delegationLimitOf } from "~/effects/access/delegation"
import { proposalKinds } from "~/effects/access/proposalKinds"
import { type Template, templates } from "~/effects/communities/communities/templates"

export type Kind = (typeof proposalKinds)[number]
export const numbers = ["periodHours", "quorumPct", "thresholdPct"] as const satisfies ReadonlyArray<keyof KindRules>
/** "decision.periodHours": the field's name in the form. */
export type RuleField = `${Kind}.${(typeof numbers)[number]}`
export const ruleFields: ReadonlyArray<RuleField> = proposalKinds.flatMap((kind) =>
  numbers.map((number): RuleField => `${kind}.${number}`)
)

export const MAX_LINKS = 5

export interface BasicsValues {
  readonly name: string
  readonly slug: string
  readonly tagline: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly logo: string
  readonly visibility: string
  /** `linkLabel` and `linkUrl` of each row; empty rows are ignored. */
  readonly linkLabel: ReadonlyArray<string>
  readonly linkUrl: ReadonlyArray<string>
}
export interface PeopleValues {
  readonly joinPolicy: string
  readonly tokenResource: string
  readonly tokenAmount: string
  readonly rules: string
}
export interface DecisionsValues extends Readonly<Record<RuleField, string>> {
  readonly template: string
  readonly proposerRole: string
  readonly weightMode: string
  readonly resultsVisibility: string
  readonly reviewHours: string
  readonly minMembershipHours: string
  /** "yes" or "no". */
  readonly bondsNeedVote: string
  /** Empty, or an amount: payouts up to it need no vote. */
  readonly freePayout: string
  /** "yes" or "no": whether multisig payments need no vote. */
  readonly signersPayWithoutVote: string
  /** Percent of all voting power that one person may use as a delegate; with 0, nobody can delegate. */
  readonly lentLimitPct: string
}

export const HOUSE_RULES = `1. Be kind. Discuss the topic, not the person.
2. Say what you know and how you know it.
3. The last person to use shared things leaves them in order.
4. Disagree in a thread before you disagree in a vote.`

const ruleTexts = (rules: GovernanceSettings["kinds"]) =>
  Object.fromEntries(
    proposalKinds.flatMap((kind) => numbers.map((number) => [`${kind}.${number}`, String(rules[kind][number])]))
  ) as Record<RuleField, string> // every field is one of these pairs

export const decisionsOf = (template: string, governance: GovernanceSettings): DecisionsValues => ({
  ...ruleTexts(governance.kinds),
  template,
  proposerRole: governance.proposerRole,
  weightMode: governance.weightMode,
  resultsVisibility: governance.resultsVisibility,
  reviewHours: String(governance.reviewHours),
  minMembershipHours: String(governance.minMembershipHours),
  bondsNeedVote: governance.bondsNeedVote ? "yes" : "no",
  freePayout: governance.freePayout ?? "0",
  signersPayWithoutVote: governance.signersPayWithoutVote === true ? "yes" : "no",
  lentLimitPct: String(delegationLimitOf(governance))
})

export const isTemplate = (text: string): text is Template => Object.hasOwn(templates, text)

/** The numbers of a template. */
export const fromTemplate = (template: Template): DecisionsValues =>
  decisionsOf(template, templates[template].governance)

export const basicsOf = (community: Community): BasicsValues => ({
  name: community.name,
  slug: community.slug,
  tagline: community.tagline,
  description: community.description,
  tags: community.tags,
  logo: community.logo ?? "",
  visibility: community.visibility,
  linkLabel: community.links.map(({ label }) => label),
  linkUrl: community.links.map(({ url }) => url)
})
export const peopleOf = ({ joinPolicy, joinToken, rules }: Community): PeopleValues => ({
  joinPolicy,
  tokenResource: joinToken?.resource ?? "",
  tokenAmount: joinToken?.minAmount ?? "",
  rules
})

/** A new template replaces the numbers, unless the person has changed those of the template before. */
export const withTemplate = (values: DecisionsValues, shown: string): DecisionsValues => {
  if (values.template === shown || !isTemplate(values.template)) return values
  const before = isTemplate(shown) ? fromTemplate(shown) : undefined
  const isUntouched = before === undefined || ruleFields.every((field) => values[field] === before[field])
  return isUntouched ? fromTemplate(values.template) : values
}

const texts = (form: FormData, name: string): ReadonlyArray<string> =>
  form.getAll(name).filter((value) => typeof value === "string")
const text = (form: FormData, name: string): string => texts(form, name).at(-1) ?? ""

export const readBasics = (form: FormData): BasicsValues => ({
  name: text(form, "name"),
  slug: text(form, "slug"),
  tagline: text(form, "tagline"),
  description: text(form, "description"),
  tags: texts(form, "tags"),
  logo: text(form, "logo"),
  visibility: text(form, "visibility"),
  linkLabel: texts(form, "linkLabel"),
  linkUrl: texts(form, "linkUrl")
})
export const readPeople = (form: FormData): PeopleValues => ({
  joinPolicy: text(form, "joinPolicy"),
  tokenResource: text(form, "tokenResource"),
  tokenAmount: text(form, "tokenAmount"),
  rules: text(form, "rules")
})
export const readDecisions = (form: FormData): DecisionsValues => ({
  ...(Object.fromEntries(ruleFields.map((field) => [field, text(form, field)])) as Record<RuleField, string>), // as above
  template: text(form, "template"),
  proposerRole: text(form, "proposerRole"),
  weightMode: text(form, "weightMode"),
  resultsVisibility: text(form, "resultsVisibility"),
  reviewHours: text(form, "reviewHours"),
  minMembershipHours: text(form, "minMembershipHours"),
  bondsNeedVote: text(form, "bondsNeedVote"),
  freePayout: text(form, "freePayout"),
  signersPayWithoutVote: text(form, "signersPayWithoutVote"),
  lentLimitPct: text(form, "lentLimitPct")
})
