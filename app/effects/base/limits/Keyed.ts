/** Idempotency keys as they are stored, and what was answered under them (Once.server.ts). Pure. */
import { Either } from "effect"
import { KeyReused } from "~/effects/base/failures/failures"

/** A key, kept apart from other people's, and the content that came under it; SHA-256 of each, hex. */
export interface Keyed {
  readonly keyHash: string
  readonly contentHash: string
}
export type Kept = Keyed & { readonly answer: string }

/** What is answered to a key that comes again: other content under it is another write. */
export const answerOf = (kept: Kept, { contentHash }: Keyed): Either.Either<string, KeyReused> =>
  kept.contentHash === contentHash ? Either.right(kept.answer) : Either.left(new KeyReused())
