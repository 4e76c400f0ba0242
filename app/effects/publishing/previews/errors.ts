/** Error for a preview picture that cannot be drawn at the moment. */
import { coded } from "~/effects/base/failures/coded"

export class PreviewsBusy extends coded("PreviewsBusy", "E-BUSY", 503, {
  message: "Many pictures are being drawn right now. Try again in a moment."
}) {
  readonly retryAfter = 5
}
