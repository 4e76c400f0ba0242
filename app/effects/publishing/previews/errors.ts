/** Error for a preview picture that cannot be drawn at the moment. */
import { Schema } from "effect"

export class PreviewsBusy extends Schema.TaggedError<PreviewsBusy>()("PreviewsBusy", {}) {
  readonly status = 503
  readonly code = "E-BUSY"
  readonly retryAfter = 5
  override get message() {
    return "Many pictures are being drawn right now. Try again in a moment."
  }
}
