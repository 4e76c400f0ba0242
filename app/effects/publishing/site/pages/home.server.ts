/**
 * What home shows: the communities with their figures, and five of the questions of support
 * (docs/product/publishing.md, 4.2).
 */
import { Clock, Effect } from "effect"
import { frontPage } from "~/effects/communities/communities/front.server"
import { closingSoon, freshResults } from "~/effects/governance/proposals/lists.server"
import type { Question } from "~/effects/publishing/articles/Article"
import { Articles } from "~/effects/publishing/articles/Articles.server"

/** In this order. The texts are those of the support page: there is one place to mend them. */
export const FRONT_QUESTIONS = ["which-network", "what-wallet-shows", "change-vote", "pre-authorization", "run-it"]

const frontQuestions = Effect.map(Articles, ({ support }) => {
  const all = support.groups.flatMap(({ questions }) => questions)
  return FRONT_QUESTIONS.flatMap((wanted): ReadonlyArray<Omit<Question, "words">> => {
    const found = all.find(({ id }) => id === wanted)
    return found === undefined ? [] : [{ id: found.id, title: found.title, answer: found.answer }]
  })
})

/** The sheet beside the opening, and three below it. For anybody: nobody sees more here by having voted. */
const CLOSING = 4

/** The newest decision whose money has moved, which anybody can count again in the page; null where there is none. */
const decided = Effect.map(freshResults(null, 1, { isPaid: true }), ([card]) => card ?? null)

export const homePage = Effect.all({
  front: frontPage,
  questions: frontQuestions,
  closing: closingSoon(null, CLOSING),
  decided,
  now: Clock.currentTimeMillis
})
