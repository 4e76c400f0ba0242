/** What an author answers to a template's questions, checked and put into words. Pure. */
import { readable } from "~/effects/base/amounts/readable"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import { textProblem, tidyLine, tidyText } from "~/effects/base/text/plain"
import { LIMITS } from "./limits"
import type { TemplateField } from "./Template"

/** The field of the form that takes the answer to a question, and the one that says which question that was. */
export const answerName = (at: number): string => `answer-${at + 1}`
export const askedName = (at: number): string => `asked-${at + 1}`

const NUMBER = /^\d{1,18}(\.\d{1,18})?$/
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** Midnight of a day in UTC; null for what is no day, as 2026-02-30. */
const dayOf = (text: string): number | null => {
  if (!DAY.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : at
}

/** As it is kept: lines have no breaks, numbers no separators. */
export const tidyAnswer = ({ kind }: Pick<TemplateField, "kind">, typed: string): string => {
  if (kind === "text") return tidyText(typed)
  const line = tidyLine(typed)
  return kind === "number" ? line.replaceAll(",", "") : line
}

/** Why this is no answer; undefined where it is one. Whether a member has this name, the server knows. */
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

/** What stands in the proposal's text. A member's answer is the name that was found, and its account. */
export const answerWords = ({ kind }: Pick<TemplateField, "kind">, answer: string): string => {
  if (kind === "number") return readable(answer)
  const at = kind === "date" ? dayOf(answer) : null
  return at === null ? answer : inUtc("day", at)
}
