/** What home shows of the communities. Figures appear only if there is enough to count (docs/product/publishing.md). */
import { Effect } from "effect"
import { Communities } from "./Communities.server"

/** Below this number of communities, figures are not shown. */
const ENOUGH = 3

export const frontPage = Effect.gen(function* () {
  const { front } = yield* Communities
  const { cards, counts } = yield* front
  return { cards, figures: counts.communities < ENOUGH ? null : counts }
})
