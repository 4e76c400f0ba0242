/**
 * Reasons for refusing a file (docs/product/errors.md). The page shows 'File upload failed.' and one of these below it.
 */
import { Schema } from "effect"

const message = (text: string) => ({ message: Schema.optionalWith(Schema.String, { default: () => text }) })

/** No signature, or one that is unknown, used or expired. */
export class SignatureRefused extends Schema.TaggedError<SignatureRefused>()(
  "SignatureRefused",
  message("The permission to upload has expired. Reload the page and choose the picture again.")
) {
  readonly status = 401
  readonly code = "E-UPLOAD-SIGNATURE"
}

/** The signature belongs to another browser, or the form has another host's key. */
export class ForeignSignature extends Schema.TaggedError<ForeignSignature>()(
  "ForeignSignature",
  message("This upload was not started in this browser. Reload the page and choose the picture again.")
) {
  readonly status = 403
  readonly code = "E-UPLOAD-FOREIGN"
}

export class FileTooLarge extends Schema.TaggedError<FileTooLarge>()(
  "FileTooLarge",
  message("The picture is larger than 5 MiB.")
) {
  readonly status = 413
  readonly code = "E-UPLOAD-SIZE"
}

export class TooManyPixels extends Schema.TaggedError<TooManyPixels>()(
  "TooManyPixels",
  message("The picture has more than 24 megapixels. Make it smaller and try again.")
) {
  readonly status = 413
  readonly code = "E-UPLOAD-PIXELS"
}

/** Not JPEG, PNG or WebP by its content, whatever its name; or an animation. */
export class WrongFileType extends Schema.TaggedError<WrongFileType>()(
  "WrongFileType",
  message("Use a PNG, JPEG or WebP picture.")
) {
  readonly status = 415
  readonly code = "E-UPLOAD-TYPE"
}

/** Empty, cut off or otherwise unreadable. */
export class UnreadablePicture extends Schema.TaggedError<UnreadablePicture>()(
  "UnreadablePicture",
  message("This picture cannot be read. Try another one.")
) {
  readonly status = 422
  readonly code = "E-UPLOAD-UNREADABLE"
}

/** The queue is full. */
export class UploadsBusy extends Schema.TaggedError<UploadsBusy>()(
  "UploadsBusy",
  message("Many pictures are being uploaded right now. Try again in a moment.")
) {
  readonly status = 503
  readonly code = "E-UPLOAD-BUSY"
  readonly retryAfter = 5
}

export type PictureRefused = FileTooLarge | TooManyPixels | WrongFileType | UnreadablePicture | UploadsBusy
