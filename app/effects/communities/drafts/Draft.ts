/**
 * Drafts that a person finds on each of their devices. A draft is any JSON that a form wants to store; only the form
 * knows its shape. Schemas and plain texts; the texts are also in components that load no Effect.
 */
import { Schema } from "effect"

/** Names the form and its subject: "create", "thread/{community}". */
export const DraftPlace = Schema.String.pipe(
  Schema.maxLength(120),
  Schema.pattern(/^[a-z][a-z-]*(?:\/[A-Za-z0-9_-]+){0,4}$/, {
    message: () => "A draft cannot be stored at this place."
  })
)

/** Characters of JSON, far more than a form with every field full has. */
export const MAX_DRAFT = 100_000
/** Drafts of one person, over all forms. */
export const MAX_DRAFTS = 50

export const DraftForm = Schema.Struct({
  place: DraftPlace,
  data: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  /** The stored version that this draft is based on; null if none was known. */
  version: Schema.NullOr(Schema.Int)
})
export type DraftForm = typeof DraftForm.Type

export interface StoredDraft {
  readonly data: Readonly<Record<string, unknown>>
  readonly version: number
  /** Unix milliseconds, by the server's clock. */
  readonly savedAt: number
}
