/** The steps of the proposal form and the fields in each. Pure. */

import type { GovernanceSettings } from "~/effects/access/Community"
import { proposalKinds } from "~/effects/access/proposalKinds"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { oneOf } from "~/effects/base/text/unknown"
import type { ProposalValues } from "~/effects/governance/proposals/values"
import { voteTypes } from "~/effects/governance/votes/proposal/voteTypes"

export const formSteps = ["text", "choices", "rules", "action", "review"] as const
export type FormStep = (typeof formSteps)[number]

export const formStepNames: Readonly<Record<FormStep, string>> = {
  text: "Text",
  choices: "Choices",
  rules: "Rules",
  action: "Action",
  review: "Review"
}

const steps: Readonly<Record<string, FormStep>> = {
  kind: "text",
  title: "text",
  summary: "text",
  body: "text",
  voteType: "choices",
  choices: "choices",
  choice: "choices",
  choiceNote: "choices",
  times: "choices",
  timesAre: "choices",
  timeZone: "choices",
  maxSelections: "choices",
  seats: "choices",
  periodHours: "rules",
  reviewHours: "rules",
  quorumPct: "rules",
  thresholdPct: "rules",
  when: "rules",
  opensAt: "rules",
  manifest: "action",
  action: "action"
}

export const stepOfField = (field: string): FormStep => steps[field] ?? "review"

/** The first step with an error, to which a refused form leads. */
export const firstStepWith = (fields: Readonly<Record<string, string>>): FormStep | null => {
  const wrong = new Set(Object.keys(fields).map(stepOfField))
  return formSteps.find((step) => wrong.has(step)) ?? null
}

const isText = (value: unknown): value is string => typeof value === "string"
const listOf = (value: unknown): ReadonlyArray<string> =>
  isText(value) ? [value] : Array.isArray(value) ? value.filter(isText) : []

/** Values of a refused form, over those that the page was loaded with. */
export const valuesAfter = (reply: PageReply | undefined, stored: ProposalValues): ProposalValues => {
  if (reply === undefined || !("title" in reply.sent)) return stored
  const labels = listOf(reply.sent.choice)
  const notes = listOf(reply.sent.choiceNote)
  const ends = listOf(reply.sent.timeEnd)
  return mergeValues(stored, {
    ...reply.sent,
    choices: labels.map((label, at) => ({ label, note: notes[at] ?? "" })),
    times: listOf(reply.sent.timeStart).map((start, at) => ({ start, end: ends[at] ?? "" }))
  })
}

const isChoice = (value: unknown): value is { readonly label: string; readonly note: string } =>
  typeof value === "object" &&
  value !== null &&
  "label" in value &&
  isText(value.label) &&
  "note" in value &&
  isText(value.note)

const isTime = (value: unknown): value is { readonly start: string; readonly end: string } =>
  typeof value === "object" &&
  value !== null &&
  "start" in value &&
  isText(value.start) &&
  "end" in value &&
  isText(value.end)

/** Merges unchecked values into known ones: only known fields, and only texts where texts are expected. */
export const mergeValues = (stored: ProposalValues, data: Readonly<Record<string, unknown>>): ProposalValues => {
  const text = (name: keyof ProposalValues & string, otherwise: string) => {
    const value = data[name]
    return isText(value) ? value : otherwise
  }
  return {
    title: text("title", stored.title),
    summary: text("summary", stored.summary),
    body: text("body", stored.body),
    kind: oneOf(proposalKinds, data.kind) ?? stored.kind,
    voteType: oneOf(voteTypes, data.voteType) ?? stored.voteType,
    choices: Array.isArray(data.choices) ? data.choices.filter(isChoice) : stored.choices,
    times: Array.isArray(data.times) ? data.times.filter(isTime) : stored.times,
    timesAre: oneOf(["clock", "days"], data.timesAre) ?? stored.timesAre,
    timeZone: text("timeZone", stored.timeZone),
    maxSelections: text("maxSelections", stored.maxSelections),
    seats: text("seats", stored.seats),
    periodHours: text("periodHours", stored.periodHours),
    reviewHours: text("reviewHours", stored.reviewHours),
    quorumPct: text("quorumPct", stored.quorumPct),
    thresholdPct: text("thresholdPct", stored.thresholdPct),
    when: oneOf(["now", "later"], data.when) ?? stored.when,
    opensAt: text("opensAt", stored.opensAt),
    offset: text("offset", stored.offset),
    manifest: text("manifest", stored.manifest)
  }
}

/** Changes the kind and sets the community's numbers for it. */
export const withKind = (
  values: ProposalValues,
  kind: ProposalValues["kind"],
  settings: GovernanceSettings
): ProposalValues => {
  const { periodHours, quorumPct, thresholdPct } = settings.kinds[kind]
  return {
    ...values,
    kind,
    periodHours: String(periodHours),
    quorumPct: String(quorumPct),
    thresholdPct: String(thresholdPct)
  }
}
