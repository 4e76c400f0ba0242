/**
 * Parser of the support questions: `##` starts a group, `###` a question, and the text below it is the answer. Pure.
 */

import { type Block, type MarkdownTree, plainText, treeText } from "~/effects/base/text/markdown/Tree"
import type { Question, QuestionGroup } from "./Article"

export const readQuestions = (
  tree: MarkdownTree,
  complain: (problem: string) => void
): ReadonlyArray<QuestionGroup> => {
  const groups: Array<{
    id: string
    title: string
    questions: Array<{ id: string; title: string; answer: Array<Block> }>
  }> = []
  for (const block of tree) {
    const group = groups.at(-1)
    const question = group?.questions.at(-1)
    if (block.kind === "heading" && block.level === 2) {
      groups.push({ id: block.id, title: plainText(block.children), questions: [] })
    } else if (block.kind === "heading" && group !== undefined) {
      group.questions.push({ id: block.id, title: plainText(block.children), answer: [] })
    } else if (question !== undefined) question.answer.push(block)
    else complain("text that does not belong to a question")
  }
  for (const { questions, title } of groups) {
    if (questions.length === 0) complain(`no question under "${title}"`)
    for (const question of questions) if (question.answer.length === 0) complain(`no answer to "${question.title}"`)
  }
  return groups.map(({ id, questions, title }) => ({
    id,
    title,
    questions: questions.map((question) => ({
      ...question,
      words: `${question.title}\n${treeText(question.answer)}`.toLowerCase()
    }))
  }))
}

/** Questions that contain all words of the query; groups without one are omitted. */
export const findQuestions = (groups: ReadonlyArray<QuestionGroup>, query: string): ReadonlyArray<QuestionGroup> => {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  const fits = ({ words }: Question) => wanted.every((word) => words.includes(word))
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter(fits) }))
    .filter(({ questions }) => questions.length > 0)
}
