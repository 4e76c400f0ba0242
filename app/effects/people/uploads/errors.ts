/**
 * Reasons for refusing a file (docs/product/errors.md). The page shows 'File upload failed.' and one of these below it.
 */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

const message = (text: string) => ({ message: Schema.optionalWith(Schema.String, { default: () => text }) })

/** No signature, or one that is unknown, used or expired. */
export class SignatureRefused extends coded("SignatureRefused", "E-UPLOAD-SIGNATURE", 401, {
  message: "The permission to upload has expired. Reload the page and choose the picture again."
}) {}

/** The signature belongs to another browser, or the form has another host's key. */
export class ForeignSignature extends coded("ForeignSignature", "E-UPLOAD-FOREIGN", 403, {
  message: "This upload was not started in this browser. Reload the page and choose the picture again."
}) {}

export class FileTooLarge extends coded("FileTooLarge", "E-UPLOAD-SIZE", 413, {
  message: "The picture is larger than 5 MiB."
}) {}

export class TooManyPixels extends coded("TooManyPixels", "E-UPLOAD-PIXELS", 413, {
  message: "The picture has more than 24 megapixels. Make it smaller and try again."
}) {}

/** Not JPEG, PNG or WebP by its content, whatever its name; or an animation. */
export class WrongFileType extends coded("WrongFileType", "E-UPLOAD-TYPE", 415, {
  fields: message("Use a PNG, JPEG or WebP picture.")
}) {}

/** Empty, cut off or otherwise unreadable. */
export class UnreadablePicture extends coded("UnreadablePicture", "E-UPLOAD-UNREADABLE", 422, {
  fields: message("This picture cannot be read. Try another one.")
}) {}

/** The queue is full. */
export class UploadsBusy extends coded("UploadsBusy", "E-UPLOAD-BUSY", 503, {
  message: "Many pictures are being uploaded right now. Try again in a moment."
}) {
  readonly retryAfter = 5
}

export type PictureRefused = FileTooLarge | TooManyPixels | WrongFileType | UnreadablePicture | UploadsBusy
