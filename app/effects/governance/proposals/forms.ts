/**
 * Reads the proposal form: from fields to texts, and from texts to what is published. Pure; the page uses the same
 * checks before the wallet opens.
 */

import { Schema } from "effect"
import type { GovernanceSettings } from "~/effects/access/Community"
import { readThreshold } from "~/effects/access/exactThreshold"
import { proposalKinds } from "~/effects/access/proposalKinds"
import { tidyLine, withoutControls } from "~/effects/base/text/plain"
import { oneOf } from "~/effects/base/text/unknown"
import { HOUR_MS } from "~/effects/governance/votes/proposal/lifeCycle"
import { type ProposalChoice, type ProposalKind, ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { timeChoices } from "~/effects/governance/votes/proposal/pollTimes"
import { type RuleProblems, ruleProblems } from "~/effects/governance/votes/proposal/rules"
import { fixedChoices, hasOwnChoices, voteTypes } from "~/effects/governance/votes/proposal/voteTypes"
import { readTimes, typedTimes, whenProblems } from "./times"
import { type ChoiceValues, mayHaveSeats, type ProposalValues, type TimeValues } from "./values"

/** More than anyone types by hand. */
const MOST_CHOICES = 40

/** Browsers send line ends as CR LF; signed and stored texts have LF. */
const plain = (text: string): string => withoutControls(text.replace(/\r\n?/g, "\n"))

/** Initial values of a new proposal. */
export const emptyValues = (settings: GovernanceSettings, kind: ProposalKind = "decision"): ProposalValues => ({
  title: "",
  summary: "",
  body: "",
  kind,
  voteType: "basic",
  choices: [],
  times: [],
  timesAre: "clock",
  timeZone: "",
  maxSelections: "",
  seats: "",
  periodHours: String(settings.kinds[kind].periodHours),
  reviewHours: String(settings.reviewHours),
  quorumPct: String(settings.kinds[kind].quorumPct),
  thresholdPct: String(settings.kinds[kind].thresholdPct),
  when: "now",
  opensAt: "",
  offset: "0",
  manifest: ""
})

interface Fields {
  readonly get: (name: string) => string
  readonly all: (name: string) => ReadonlyArray<string>
}

const choicesFrom = ({ all, get }: Fields) => {
  const [notes, ends] = [all("choiceNote"), all("timeEnd")]
  return {
    voteType: oneOf(voteTypes, get("voteType")) ?? "basic",
    choices: all("choice")
      .slice(0, MOST_CHOICES)
      .map((label, at): ChoiceValues => ({ label: tidyLine(label), note: tidyLine(notes[at] ?? "") }))
      .filter(({ label, note }) => label !== "" || note !== ""),
    // Rows stay where they were typed, so that a message names the row that is seen.
    times: all("timeStart")
      .slice(0, MOST_CHOICES)
      .map((start, at): TimeValues => ({ start: tidyLine(start), end: tidyLine(ends[at] ?? "") })),
    timesAre: get("timesAre") === "days" ? "days" : "clock",
    timeZone: tidyLine(get("timeZone"))
  } as const
}

const valuesFrom = (fields: Fields, defaults: ProposalValues): ProposalValues => {
  const { get } = fields
  const text = (name: keyof ProposalValues & string, otherwise: string) => {
    const value = plain(get(name))
    return value === "" ? otherwise : value
  }
  const kind = oneOf(proposalKinds, get("kind")) ?? defaults.kind
  return {
    title: tidyLine(get("title")),
    summary: tidyLine(get("summary")),
    body: plain(get("body")),
    kind,
    ...choicesFrom(fields),
    maxSelections: get("maxSelections").trim(),
    seats: get("seats").trim(),
    periodHours: text("periodHours", defaults.periodHours),
    reviewHours: text("reviewHours", defaults.reviewHours),
    quorumPct: text("quorumPct", defaults.quorumPct),
    thresholdPct: text("thresholdPct", defaults.thresholdPct),
    when: get("when") === "later" ? "later" : "now",
    opensAt: get("opensAt"),
    offset: text("offset", "0"),
    manifest: plain(get("manifest")).trim()
  }
}

const fieldsIn = (form: FormData): Fields => {
  const all = (name: string) => form.getAll(name).filter((value) => typeof value === "string")
  return { all, get: (name) => all(name)[0] ?? "" }
}

/** Reads a submitted form; empty numbers become the community's own. */
export const readProposal = (form: FormData, settings: GovernanceSettings): ProposalValues => {
  const fields = fieldsIn(form)
  return valuesFrom(fields, emptyValues(settings, oneOf(proposalKinds, fields.get("kind")) ?? "decision"))
}

/** The way to vote and its choices alone, which a new version may change. */
export const readChoices = (form: FormData) => choicesFrom(fieldsIn(form))

/** The same from JSON (prepare) and from a stored draft: lists are lists of texts, or choices are objects. */
export const readProposalFields = (
  fields: Readonly<Record<string, unknown>>,
  settings: GovernanceSettings
): ProposalValues => {
  const get = (name: string) => {
    const value = fields[name]
    return typeof value === "string" ? value : ""
  }
  const kind = oneOf(proposalKinds, get("kind")) ?? "decision"
  const choices = Array.isArray(fields.choices) ? fields.choices.filter(isChoice) : []
  const times = Array.isArray(fields.times) ? fields.times.filter(isTime) : []
  const all = (name: string): ReadonlyArray<string> => {
    if (times.length > 0 && name === "timeStart") return times.map(({ start }) => start)
    if (times.length > 0 && name === "timeEnd") return times.map(({ end }) => end)
    if (choices.length > 0 && name.startsWith("choice"))
      return choices.map(({ label, note }) => (name === "choice" ? label : note))
    const value = fields[name]
    if (typeof value === "string") return [value]
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : []
  }
  return valuesFrom({ get, all }, emptyValues(settings, kind))
}

const isChoice = Schema.is(Schema.Struct({ label: Schema.String, note: Schema.String }))
const isTime = Schema.is(Schema.Struct({ start: Schema.String, end: Schema.String }))

/** Accepts plain decimals only; "1e2" and "" are not numbers here. */
const numberOf = (text: string): number => (/^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN)
const numberOrNull = (text: string): number | null => (text === "" ? null : numberOf(text))

export const localInstant = (local: string, offset: string): number => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local) || !/^-?\d{1,3}$/.test(offset)) return Number.NaN
  return Date.parse(`${local.length === 16 ? `${local}:00` : local}Z`) - Number(offset) * 60_000
}

/** Keys are positions in the list, so that a label may be any text. */
export const keyed = (choices: ReadonlyArray<ChoiceValues>): ReadonlyArray<ProposalChoice> =>
  choices.map(({ label, note }, at) => ({ key: `c${at + 1}`, label, note }))

/** The choices that a form writes: fixed ones, times, or the author's own. */
export const choicesOf = (
  values: Pick<ProposalValues, "voteType" | "choices" | "times" | "timesAre" | "timeZone">
): ReadonlyArray<ProposalChoice> =>
  values.voteType === "dates"
    ? timeChoices(readTimes(values).times)
    : (fixedChoices(values.voteType) ?? keyed(values.choices))

/** @param publishAt when it is published and the review starts. */
export const textOfValues = (values: ProposalValues, publishAt: number): ProposalText => {
  const reviewHours = numberOf(values.reviewHours)
  const opensAt =
    values.when === "now" ? publishAt + reviewHours * HOUR_MS : localInstant(values.opensAt, values.offset)
  return {
    kind: values.kind,
    title: values.title,
    summary: values.summary,
    body: values.body,
    voteType: values.voteType,
    choices: choicesOf(values),
    maxSelections: values.voteType === "approval" ? numberOrNull(values.maxSelections) : null,
    seats: mayHaveSeats(values) ? numberOrNull(values.seats) : null,
    reviewHours,
    opensAt,
    closesAt: opensAt + numberOf(values.periodHours) * HOUR_MS,
    quorumPct: numberOf(values.quorumPct),
    thresholdPct: readThreshold(values.thresholdPct) ?? Number.NaN
  }
}

const isWhole = Schema.is(ProposalText)
const CLOSE_ENOUGH_MS = 60_000

/** First message per field, by the form's field names; empty if it can be published. */
export const proposalProblems = (
  values: ProposalValues,
  settings: GovernanceSettings,
  publishAt: number
): RuleProblems => {
  const text = textOfValues(values, publishAt)
  const { closesAt, ...found } = ruleProblems(text, settings, publishAt)
  const problems: Record<string, string> = { ...found, ...(closesAt === undefined ? {} : { periodHours: closesAt }) }
  const earliest = publishAt + text.reviewHours * HOUR_MS
  if (Number.isNaN(text.opensAt) && values.when === "now") delete problems.opensAt
  if (Number.isNaN(text.opensAt)) delete problems.periodHours
  else if (values.when === "later" && text.opensAt < earliest - CLOSE_ENOUGH_MS) {
    problems.opensAt ??= "Choose a time after the review."
  }
  if (values.voteType === "dates") {
    // The rows as typed say more than the choices made from them.
    delete problems.choices
    Object.assign(problems, whenProblems(values, text.closesAt, publishAt))
  }
  if (text.choices.some(({ note }) => note.length > 200))
    problems.choices ??= "Notes on choices: at most 200 characters."
  if (Object.keys(problems).length === 0 && !isWhole(text)) {
    problems.form = "Some characters in this text cannot be saved. Type it again without them."
  }
  return problems
}

/** The form values of a stored proposal, for editing its text. */
export const valuesOf = (
  text: Omit<ProposalText, "choices"> & { readonly choices: ReadonlyArray<ProposalChoice> },
  settings: GovernanceSettings
): ProposalValues => ({
  ...emptyValues(settings, text.kind),
  title: text.title,
  summary: text.summary,
  body: text.body,
  voteType: text.voteType,
  choices: hasOwnChoices(text.voteType) ? text.choices.map(({ label, note }) => ({ label, note })) : [],
  ...(text.voteType === "dates" && typedTimes(text.choices)),
  maxSelections: text.maxSelections === null ? "" : String(text.maxSelections),
  seats: text.seats === null ? "" : String(text.seats),
  periodHours: String((text.closesAt - text.opensAt) / HOUR_MS),
  reviewHours: String(text.reviewHours),
  quorumPct: String(text.quorumPct),
  thresholdPct: String(text.thresholdPct)
})
