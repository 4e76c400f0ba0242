import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** Unknown, of another person, or of another session. */
export class NothingToUndo extends coded("NothingToUndo", "E-NOT-FOUND", 404, {
  message: "There is nothing to undo. A removal can be undone once, for 10 seconds, in the browser it was made in."
}) {}

export class TooLateToUndo extends coded("TooLateToUndo", "E-STATE", 409, {
  message: "The 10 seconds have passed, so this stays removed."
}) {}

/** Something has changed since: nothing was brought back. */
export class CannotUndo extends coded("CannotUndo", "E-STATE", 409, {
  fields: { why: Schema.String },
  message: ({ why }) => `${why} This stays removed.`
}) {}
