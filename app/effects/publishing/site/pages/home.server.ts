/**
 * Data of the home page: communities with their figures, and five questions from support (docs/product/publishing.md).
 */
import { Clock, Effect } from "effect"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { closingSoon, freshResults } from "~/effects/governance/proposals/lists.server"
import type { Question } from "~/effects/publishing/articles/Article"
import { Articles } from "~/effects/publishing/articles/Articles.server"

// What home shows of the communities. Figures appear only if there is enough to count (docs/product/publishing.md).

/** Below this number of communities, figures are not shown. */
const ENOUGH = 3

export const frontPage = Effect.gen(function* () {
  const { front } = yield* Communities
  const { cards, counts } = yield* front
  return { cards, figures: counts.communities < ENOUGH ? null : counts }
})

/** Ids in display order. The texts come from the support page, so that they are edited in one place. */
export const FRONT_QUESTIONS = ["which-network", "what-wallet-shows", "change-vote", "pre-authorization", "run-it"]

const frontQuestions = Effect.map(Articles, ({ support }) => {
  const all = support.groups.flatMap(({ questions }) => questions)
  return FRONT_QUESTIONS.flatMap((wanted): ReadonlyArray<Omit<Question, "words">> => {
    const found = all.find(({ id }) => id === wanted)
    return found === undefined ? [] : [{ id: found.id, title: found.title, answer: found.answer }]
  })
})

/** One vote next to the opening, and three below it. The same for every visitor, even one who has voted. */
const CLOSING = 4

/**
 * The newest proposal whose payment is on the ledger, which visitors can re-count in the page; null if there is none.
 */
const decided = Effect.map(freshResults(null, 1, { isPaid: true }), ([card]) => card ?? null)

export const homePage = Effect.all({
  front: frontPage,
  questions: frontQuestions,
  closing: closingSoon(null, CLOSING),
  decided,
  now: Clock.currentTimeMillis
})
