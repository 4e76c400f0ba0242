/**
 * Pictures: checks an uploaded file and redraws it. What is stored is drawn by us from the pixels alone, so no
 * metadata, appended data or second frame survives.
 */
import { Effect, Schema } from "effect"
import type { Sharp } from "sharp"
import { coded } from "~/effects/base/failures/coded"
import { PREVIEW } from "./address"
import { isAnimatedPng, type PictureType, pictureType } from "./pictureType"
import { openSharp } from "./sharp.server"
import { MAX_MEGAPIXELS, MAX_UPLOAD_BYTES } from "./Upload"

const message = (text: string) => ({ message: Schema.optionalWith(Schema.String, { default: () => text }) })

/**
 * Reasons for refusing a file (docs/product/errors.md); the page shows 'File upload failed.' and one of these below
 * it. This one: no signature, or one that is unknown, used or expired.
 */
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

export interface Picture {
  readonly type: PictureType
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** WebP that fits the box of docs/product/people.md. */
  readonly preview: Uint8Array
}

const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000
/** Seconds that one picture may take (docs/product/safety.md). */
const DRAWING_LIMIT = 10
/** One picture is drawn at a time; this many more may wait (docs/goals.md). */
const WAITING = 8

const encoders: Readonly<Record<PictureType, (picture: Sharp) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: 88 }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  webp: (picture) => picture.webp({ quality: 88 })
}

/** Loaded with the first picture. */
const openLibrary = Effect.map(openSharp, (sharp) => ({
  header: (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: false }).metadata(),
  open: (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "warning", pages: 1 })
}))

export class Pictures extends Effect.Service<Pictures>()("people/uploads/Pictures", {
  effect: Effect.gen(function* () {
    const library = yield* Effect.cached(openLibrary)
    const table = yield* Effect.makeSemaphore(1)
    const seats = yield* Effect.makeSemaphore(1 + WAITING)

    /** Size, format and dimensions from the header alone; no pixel is decoded (docs/product/errors.md). */
    const inspect = Effect.fn("Pictures.inspect")(function* (bytes: Uint8Array) {
      if (bytes.length > MAX_UPLOAD_BYTES) return yield* new FileTooLarge()
      if (bytes.length === 0) return yield* new UnreadablePicture({ message: "The file is empty." })
      const type = pictureType(bytes)
      if (type === undefined) return yield* new WrongFileType()
      const pictures = yield* library
      const header = yield* Effect.tryPromise({
        try: () => pictures.header(bytes),
        catch: () => new UnreadablePicture()
      })
      if (header.format !== type) return yield* new WrongFileType()
      if (header.width * header.height > MAX_PIXELS) return yield* new TooManyPixels()
      if ((header.pages ?? 1) > 1 || (type === "png" && isAnimatedPng(bytes))) {
        return yield* new WrongFileType({ message: "Use a still picture, not an animation." })
      }
      return type
    })

    const draw = (type: PictureType, bytes: Uint8Array) =>
      Effect.flatMap(library, ({ open }) =>
        Effect.tryPromise({
          try: async (): Promise<Picture> => {
            const limit = { seconds: DRAWING_LIMIT }
            const whole = await encoders[type](open(bytes).timeout(limit).autoOrient()).toBuffer({
              resolveWithObject: true
            })
            const box = { ...PREVIEW, fit: "inside", withoutEnlargement: true } as const
            const preview = await open(whole.data).timeout(limit).resize(box).webp({ quality: 82 }).toBuffer()
            return { type, bytes: whole.data, width: whole.info.width, height: whole.info.height, preview }
          },
          catch: () => new UnreadablePicture()
        })
      )

    /** The redrawn picture, or why the file is refused. */
    const redraw = Effect.fn("Pictures.redraw")(function* (bytes: Uint8Array) {
      const type = yield* inspect(bytes)
      return yield* draw(type, bytes).pipe(
        table.withPermits(1),
        seats.withPermitsIfAvailable(1),
        Effect.flatMap((drawn) => (drawn._tag === "Some" ? Effect.succeed(drawn.value) : new UploadsBusy()))
      )
    })

    return { redraw } satisfies { redraw: (bytes: Uint8Array) => Effect.Effect<Picture, PictureRefused> }
  })
}) {}
