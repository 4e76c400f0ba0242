/**
 * What home shows of the communities. Figures appear only where there is something to count
 * (docs/product/publishing.md, 3.6.2).
 */
import { Effect } from "effect"
import { Communities } from "./Communities.server"

/** Below this many communities a figure says nothing. */
const ENOUGH = 3

export const frontPage = Effect.gen(function* () {
  const { front } = yield* Communities
  const { cards, counts } = yield* front
  return { cards, figures: counts.communities < ENOUGH ? null : counts }
})
