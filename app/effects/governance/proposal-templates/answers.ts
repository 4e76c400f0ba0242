/** Checks an author's answers to a template's questions and puts them into words. Pure. */
import { readable } from "~/effects/base/amounts/readable"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import { textProblem, tidyLine, tidyText } from "~/effects/base/text/plain"
import { LIMITS } from "./limits"
import type { TemplateField } from "./Template"

/** Names of the form fields for an answer and for the question that was shown. */
export const answerName = (at: number): string => `answer-${at + 1}`
export const askedName = (at: number): string => `asked-${at + 1}`

const NUMBER = /^\d{1,18}(\.\d{1,18})?$/
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** Midnight of a day in UTC; null if the text is not a real day, such as 2026-02-30. */
const dayOf = (text: string): number | null => {
  if (!DAY.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : at
}

/** The stored form of an answer: lines have no breaks, numbers no separators. */
export const tidyAnswer = ({ kind }: Pick<TemplateField, "kind">, typed: string): string => {
  if (kind === "text") return tidyText(typed)
  const line = tidyLine(typed)
  return kind === "number" ? line.replaceAll(",", "") : line
}

/** What is wrong with an answer; undefined if it is valid. The server checks member names. */
export const answerProblem = (field: TemplateField, answer: string): string | undefined => {
  if (answer === "") return field.isNeeded ? `Please answer: ${field.label}.` : undefined
  const most = field.kind === "text" ? LIMITS.text : LIMITS.line
  if (answer.length > most) return `At most ${grouped(most)} characters.`
  const problem = textProblem(answer)
  if (problem !== undefined) return problem
  if (field.kind === "number" && !NUMBER.test(answer)) return "Enter a number, such as 420 or 12.5."
  if (field.kind === "date" && dayOf(answer) === null) return "Enter a day, such as 2026-12-24."
  return undefined
}

/** An answer as it appears in the proposal's text. For a member, the caller has already found name and account. */
export const answerWords = ({ kind }: Pick<TemplateField, "kind">, answer: string): string => {
  if (kind === "number") return readable(answer)
  const at = kind === "date" ? dayOf(answer) : null
  return at === null ? answer : inUtc("day", at)
}
