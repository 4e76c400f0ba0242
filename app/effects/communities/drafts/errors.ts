/** Reasons why a draft is not saved on the server; the device still saves it. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { MAX_DRAFTS } from "./Draft"

/** Another device saved the same draft meanwhile; `stored` is what it wrote. */
export class StaleDraft extends coded("StaleDraft", "E-STALE", 409, {
  fields: {
    stored: Schema.Struct({
      data: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      version: Schema.Int,
      savedAt: Schema.Number
    })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

export class DraftTooLong extends coded("DraftTooLong", "E-SIZE", 413, {
  message: "This draft is too long to be saved."
}) {}

export class TooManyDrafts extends coded("TooManyDrafts", "E-DRAFTS", 409, {
  message: `You already have ${MAX_DRAFTS} drafts. Finish or discard one first.`
}) {}
