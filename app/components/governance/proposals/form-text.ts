/**
 * Reads the form as the proposal it would publish, to validate it and to compute its hash in the page. Pure; loaded
 * when the author goes to the next step or publishes.
 */
import type { GovernanceSettings } from "~/effects/access/Community"
import { tidyLine, withoutControls } from "~/effects/base/text/plain"
import {
  choicesOf,
  proposalProblems,
  readChoices,
  readProposal,
  textOfValues
} from "~/effects/governance/proposals/forms"

export const plainText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? withoutControls(value.replace(/\r\n?/g, "\n")) : ""
}

/** @param settings null for a new version: its rules are published already. */
export const textOfForm = (form: FormData, settings: GovernanceSettings | null, publishAt: number) => {
  const title = tidyLine(plainText(form, "title"))
  const body = plainText(form, "body")
  if (settings === null) return { title, body, choices: choicesOf(readChoices(form)), rules: null }
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
