/** Reasons why a draft is not saved on the server; the device still saves it. */
import { Schema } from "effect"
import { MAX_DRAFTS } from "./Draft"

/** Another device saved the same draft meanwhile; `stored` is what it wrote. */
export class StaleDraft extends Schema.TaggedError<StaleDraft>()("StaleDraft", {
  stored: Schema.Struct({
    data: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
    version: Schema.Int,
    savedAt: Schema.Number
  })
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

export class DraftTooLong extends Schema.TaggedError<DraftTooLong>()("DraftTooLong", {}) {
  readonly status = 413
  readonly code = "E-SIZE"
  override get message() {
    return "This draft is too long to be saved."
  }
}

export class TooManyDrafts extends Schema.TaggedError<TooManyDrafts>()("TooManyDrafts", {}) {
  readonly status = 409
  readonly code = "E-DRAFTS"
  override get message() {
    return `You already have ${MAX_DRAFTS} drafts. Finish or discard one first.`
  }
}
