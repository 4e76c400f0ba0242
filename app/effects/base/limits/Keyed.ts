/** Stored idempotency keys and the responses under them (Once.server.ts). Pure. */
import { Either } from "effect"
import { KeyReused } from "~/effects/base/failures/failures"

/** The key, separated by person, and the content sent with it; SHA-256 of each, hex. */
export interface Keyed {
  readonly keyHash: string
  readonly contentHash: string
}
export type StoredResponse = Keyed & { readonly answer: string }

/** The stored response for a repeated key; other content under the same key is refused. */
export const responseOf = (stored: StoredResponse, { contentHash }: Keyed): Either.Either<string, KeyReused> =>
  stored.contentHash === contentHash ? Either.right(stored.answer) : Either.left(new KeyReused())
