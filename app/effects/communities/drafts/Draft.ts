/**
 * Drafts that follow a person from device to device (D-09). A draft is whatever a form wants to keep; only the form
 * knows its shape. Schemas and plain words; the words are also in components that load no Effect.
 */
import { Schema } from "effect"

/** Names the form, and what it is about: "create", "thread/{community}". */
export const DraftPlace = Schema.String.pipe(
  Schema.maxLength(120),
  Schema.pattern(/^[a-z][a-z-]*(?:\/[A-Za-z0-9_-]+){0,4}$/, {
    message: () => "A draft cannot be stored at this place."
  })
)

/** Characters of JSON. A form with every field full stays far below. */
export const MAX_DRAFT = 100_000
/** One person's drafts in all. */
export const MAX_DRAFTS = 50

export const DraftForm = Schema.Struct({
  place: DraftPlace,
  data: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  /** Of the stored draft this one goes on from; null where none was known. */
  version: Schema.NullOr(Schema.Int)
})
export type DraftForm = typeof DraftForm.Type

export interface StoredDraft {
  readonly data: Readonly<Record<string, unknown>>
  readonly version: number
  /** Unix milliseconds, by the server's clock. */
  readonly savedAt: number
}
