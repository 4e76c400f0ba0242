/**
 * Reads the form as the proposal it would publish, to validate it and to compute its hash in the page. Pure; loaded
 * when the author goes to the next step or publishes.
 */
import type { GovernanceSettings } from "~/effects/access/Community"
import { tidyLine, withoutControls } from "~/effects/base/text/plain"
import { oneOf } from "~/effects/base/text/unknown"
import { keyed, proposalProblems, readProposal, textOfValues } from "~/effects/governance/proposals/forms"
import type { ChoiceValues } from "~/effects/governance/proposals/values"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { fixedChoices, voteTypes } from "~/effects/governance/votes/proposal/voteTypes"

export const plainText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? withoutControls(value.replace(/\r\n?/g, "\n")) : ""
}

const choicesOf = (form: FormData): ReadonlyArray<ProposalChoice> => {
  const voteType = oneOf(voteTypes, form.get("voteType"))
  const only = voteType === undefined ? null : fixedChoices(voteType)
  if (only !== null) return only
  const notes = form.getAll("choiceNote")
  const rows = form.getAll("choice").map((label, at): ChoiceValues => {
    return { label: tidyLine(String(label)), note: tidyLine(String(notes[at] ?? "")) }
  })
  return keyed(rows.filter(({ label, note }) => label !== "" || note !== ""))
}

/** @param settings null for a new version: its rules are published already. */
export const textOfForm = (form: FormData, settings: GovernanceSettings | null, publishAt: number) => {
  const title = tidyLine(plainText(form, "title"))
  const body = plainText(form, "body")
  if (settings === null) return { title, body, choices: choicesOf(form), rules: null }
  const text = textOfValues(readProposal(form, settings), publishAt)
  return {
    title: text.title,
    body: text.body,
    choices: text.choices,
    rules: {
      voteType: text.voteType,
      maxSelections: text.maxSelections,
      seats: text.seats,
      reviewHours: text.reviewHours,
      opensAt: new Date(text.opensAt).toISOString(),
      closesAt: new Date(text.closesAt).toISOString(),
      quorumPct: text.quorumPct,
      thresholdPct: text.thresholdPct
    }
  }
}

/** The errors that the server would return for this form, the first per field. */
export const problemsOfForm = (form: FormData, settings: GovernanceSettings, now: number) =>
  proposalProblems(readProposal(form, settings), settings, now)
