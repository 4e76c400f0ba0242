/**
 * Why a file is refused (docs/product/errors.md, 3.7, D11 to D13). The page shows 'File upload
 * failed.' and these below it.
 */
import { Schema } from "effect"

const message = (text: string) => ({ message: Schema.optionalWith(Schema.String, { default: () => text }) })

/** No signature, one we never gave, one that is used up or too old. */
export class SignatureRefused extends Schema.TaggedError<SignatureRefused>()(
  "SignatureRefused",
  message("The permission to upload has expired. Reload the page and choose the picture again.")
) {
  readonly status = 401
  readonly code = "E-UPLOAD-SIGNATURE"
}

/** The signature belongs to another browser, or the form names another host's key. */
export class ForeignSignature extends Schema.TaggedError<ForeignSignature>()(
  "ForeignSignature",
  message("This upload was not asked for by this browser. Reload the page and choose the picture again.")
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

/** Neither JPEG, PNG nor WebP by its content, whatever its name says; or an animation. */
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

/** Every place in the queue is taken. */
export class UploadsBusy extends Schema.TaggedError<UploadsBusy>()(
  "UploadsBusy",
  message("Many pictures are being uploaded right now. Try again in a moment.")
) {
  readonly status = 503
  readonly code = "E-UPLOAD-BUSY"
  readonly retryAfter = 5
}

export type PictureRefused = FileTooLarge | TooManyPixels | WrongFileType | UnreadablePicture | UploadsBusy
