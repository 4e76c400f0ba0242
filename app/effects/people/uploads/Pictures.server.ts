/**
 * Pictures: checks an uploaded file and redraws it. What is stored is drawn by us from the pixels alone, so no
 * metadata, appended data or second frame survives.
 */
import { Effect } from "effect"
import type { Sharp } from "sharp"
import { PREVIEW } from "./address"
import {
  FileTooLarge,
  type PictureRefused,
  TooManyPixels,
  UnreadablePicture,
  UploadsBusy,
  WrongFileType
} from "./errors"
import { isAnimatedPng, type PictureType, pictureType } from "./pictureType"
import { openSharp } from "./sharp.server"
import { MAX_MEGAPIXELS, MAX_UPLOAD_BYTES } from "./Upload"

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
