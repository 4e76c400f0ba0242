/** Stored idempotency keys and the responses under them (Once.server.ts). Pure. */
import { Either } from "effect"
import { KeyReused } from "~/effects/base/failures/failures"

/** The key, separated by person, and the content sent with it; SHA-256 of each, hex. */
export interface Keyed {
  readonly keyHash: string
  readonly contentHash: string
}
export type Kept = Keyed & { readonly answer: string }

/** The stored response for a repeated key; other content under the same key is refused. */
export const answerOf = (kept: Kept, { contentHash }: Keyed): Either.Either<string, KeyReused> =>
  kept.contentHash === contentHash ? Either.right(kept.answer) : Either.left(new KeyReused())
