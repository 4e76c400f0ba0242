/**
 * The template form: from its fields to a stored template and back. Pure; pages load it for its types and for filling
 * the form.
 */

import type { GovernanceSettings } from "~/effects/access/Community"
import { proposalKinds } from "~/effects/access/proposalKinds"
import { textProblem, tidyLine } from "~/effects/base/text/plain"
import { oneOf } from "~/effects/base/text/unknown"
import type { ProposalKind, VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { hasOwnChoices, voteTypes } from "~/effects/governance/votes/proposal/voteTypes"
import { LIMITS } from "./limits"
import type { FieldKind, Template, TemplateContent } from "./Template"

const FIELD_KINDS: ReadonlyArray<FieldKind> = ["line", "text", "number", "date", "member"]
const MIN_HOURS = 24
const MAX_HOURS = 336
/**
 * Most rows that are read. More than a template can have, so that the error states the true number of rows up to this
 * limit.
 */
const ROWS = 40

export interface FieldValues {
  readonly label: string
  readonly help: string
  readonly kind: FieldKind
  readonly need: "needed" | "optional"
}

/**
 * A template as typed. Field names: these, and `choice`, `choiceNote`, `fieldLabel`, `fieldHelp`, `fieldKind` and
 * `fieldNeed`, one of each per row, in order.
 */
export interface TemplateValues {
  readonly name: string
  readonly about: string
  readonly kind: ProposalKind
  readonly voteType: VoteType
  readonly choices: ReadonlyArray<{ readonly label: string; readonly note: string }>
  /** Empty for the community's minimum. */
  readonly periodHours: string
  readonly titleStart: string
  readonly fields: ReadonlyArray<FieldValues>
}

export const emptyTemplate: TemplateValues = {
  name: "",
  about: "",
  kind: "decision",
  voteType: "basic",
  choices: [],
  periodHours: "",
  titleStart: "",
  fields: [{ label: "", help: "", kind: "text", need: "needed" }]
}

export const valuesOfTemplate = ({ content, name }: Pick<Template, "content" | "name">): TemplateValues => ({
  ...content,
  name,
  periodHours: content.periodHours === null ? "" : String(content.periodHours),
  fields: content.fields.map(({ isNeeded, ...field }) => ({ ...field, need: isNeeded ? "needed" : "optional" }))
})

type Sent = Readonly<Record<string, unknown>>
const listOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string").slice(0, ROWS)

/** Reads a submitted form by its field names. Empty rows are left out. */
export const readTemplate = (sent: Sent): TemplateValues => {
  const line = (name: string) => tidyLine(listOf(sent[name])[0] ?? "")
  const [notes, helps] = [listOf(sent.choiceNote), listOf(sent.fieldHelp)]
  const [fieldKinds, needs] = [listOf(sent.fieldKind), listOf(sent.fieldNeed)]
  return {
    name: line("name"),
    about: line("about"),
    kind: oneOf(proposalKinds, sent.kind) ?? "decision",
    voteType: oneOf(voteTypes, sent.voteType) ?? "basic",
    choices: listOf(sent.choice)
      .map((label, at) => ({ label: tidyLine(label), note: tidyLine(notes[at] ?? "") }))
      .filter(({ label, note }) => label !== "" || note !== ""),
    periodHours: line("periodHours"),
    titleStart: line("titleStart"),
    fields: listOf(sent.fieldLabel)
      .map(
        (label, at): FieldValues => ({
          label: tidyLine(label),
          help: tidyLine(helps[at] ?? ""),
          kind: oneOf(FIELD_KINDS, fieldKinds[at]) ?? "text",
          need: needs[at] === "optional" ? "optional" : "needed"
        })
      )
      .filter(({ help, label }) => label !== "" || help !== "")
  }
}

export const contentOf = (values: TemplateValues): TemplateContent => ({
  about: values.about,
  kind: values.kind,
  voteType: values.voteType,
  choices: hasOwnChoices(values.voteType) ? values.choices : [],
  periodHours: values.periodHours === "" ? null : Number(values.periodHours),
  titleStart: values.titleStart,
  fields: values.fields.map(({ help, kind, label, need }) => ({ label, help, kind, isNeeded: need === "needed" }))
})

const twice = (labels: ReadonlyArray<string>): string | undefined => {
  const plain = labels.map((label) => label.toLowerCase())
  return labels.find((_, at) => plain.indexOf(plain[at] ?? "") !== at)
}
const within = (text: string, least: number, most: number, words: string): string | undefined =>
  text.length < least || text.length > most ? words : text === "" ? undefined : textProblem(text)

const choicesProblem = ({ choices, voteType }: TemplateValues): string | undefined => {
  if (!hasOwnChoices(voteType) || choices.length === 0) return undefined
  if (choices.length < 2 || choices.length > LIMITS.choices) {
    return `Enter 2 to ${LIMITS.choices} choices, or none if each proposal has its own.`
  }
  const same = twice(choices.map(({ label }) => label))
  if (same !== undefined && same !== "") return `Two choices are the same: ${same}.`
  return choices
    .map(
      ({ label, note }) =>
        within(label, 1, 80, "Each choice: 1 to 80 characters.") ??
        within(note, 0, 200, "Notes on choices: at most 200 characters.")
    )
    .find((problem) => problem !== undefined)
}

const fieldsProblem = ({ fields }: TemplateValues): string | undefined => {
  const { help, label } = LIMITS
  if (fields.length < 1 || fields.length > LIMITS.fields) return `Ask 1 to ${LIMITS.fields} questions.`
  const same = twice(fields.map((each) => each.label))
  if (same !== undefined && same !== "") return `Two questions are the same: ${same}.`
  return fields
    .map(
      (each) =>
        within(each.label, label.least, label.most, `Each question: ${label.least} to ${label.most} characters.`) ??
        within(each.help, 0, help, `Help below a question: at most ${help} characters.`)
    )
    .find((problem) => problem !== undefined)
}

const periodProblem = ({ kind, periodHours }: TemplateValues, rules: GovernanceSettings): string | undefined => {
  if (periodHours === "") return undefined
  const hours = /^\d{1,3}$/.test(periodHours) ? Number(periodHours) : Number.NaN
  if (!(hours >= MIN_HOURS && hours <= MAX_HOURS)) {
    return `Enter a whole number of hours from ${MIN_HOURS} to ${MAX_HOURS}, or leave it empty.`
  }
  const least = rules.kinds[kind].periodHours
  return hours < least ? `This community asks for at least ${least} hours.` : undefined
}

/** First message per field, by the form's field names; empty if the template can be saved. */
export const templateProblems = (
  values: TemplateValues,
  rules: GovernanceSettings
): Readonly<Record<string, string>> => {
  const { about, name, titleStart } = LIMITS
  const found: Readonly<Record<string, string | undefined>> = {
    name: within(values.name, name.least, name.most, `Name: ${name.least} to ${name.most} characters.`),
    about: within(values.about, 0, about, `At most ${about} characters.`),
    titleStart: within(values.titleStart, 0, titleStart, `At most ${titleStart} characters.`),
    choices: choicesProblem(values),
    periodHours: periodProblem(values, rules),
    fields: fieldsProblem(values)
  }
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** The stored values to show next to the refused ones. */
export const storedTemplate = ({ version, ...template }: Template): Readonly<Record<string, string>> => {
  const { choices, fields, ...rest } = valuesOfTemplate({ ...template })
  return {
    version: String(version),
    name: rest.name,
    about: rest.about,
    kind: rest.kind,
    voteType: rest.voteType,
    periodHours: rest.periodHours,
    titleStart: rest.titleStart,
    choices: choices.map(({ label }) => label).join("\n"),
    fields: fields.map(({ label }) => label).join("\n")
  }
}
