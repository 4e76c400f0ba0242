/**
 * PDF files and pictures that belong to something of a community, such as an expense or a thread. Pictures are redrawn as
 * uploads are; a PDF is stored as it is and only ever sent as a download that may run nothing. Who may read a file is
 * decided by its owner's page, at each download.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { SentFile } from "~/effects/base/remix/readFileForm.server"
import { tidyLine } from "~/effects/base/text/plain"
import { randomId, sha256 } from "~/effects/base/text/random.server"
import { Pictures } from "./Pictures.server"
import { type PictureType, pictureType } from "./pictureType"
import { UploadLeftovers } from "./UploadLeftovers.server"
import { UploadStore } from "./UploadStore.server"

export const DocumentMime = Schema.Literal("application/pdf", "image/jpeg", "image/png", "image/webp")
export type DocumentMime = typeof DocumentMime.Type

/** A file that was checked, and its bytes as they are stored. */
export interface CheckedFile {
  readonly name: string
  readonly mime: DocumentMime
  readonly sha256: string
  readonly bytes: Uint8Array
}

const endings = { "application/pdf": "pdf", "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const
const mimes = { jpeg: "image/jpeg", png: "image/png", webp: "image/webp" } as const satisfies Record<
  PictureType,
  string
>
interface Named {
  readonly id: string
  readonly mime: DocumentMime
}
const storedName = ({ id, mime }: Named) => `${id}.${endings[mime]}`

const MOST_NAME = 100
/** The end of a PDF may be followed by some bytes of padding (ISO 32000-1, 7.5.5). */
const TAIL = 2_048

const latin = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
const isPdf = (bytes: Uint8Array): boolean =>
  latin(bytes.subarray(0, 5)) === "%PDF-" && latin(bytes.subarray(-TAIL)).includes("%%EOF")

/** RFC 8187; the plain name is for programs that do not know it. */
const dispositionOf = (name: string, isShown: boolean) =>
  `${isShown ? "inline" : "attachment"}; filename="file"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`

export class Documents extends Effect.Service<Documents>()("people/uploads/Documents", {
  dependencies: [Pictures.Default, UploadLeftovers.Default],
  effect: Effect.gen(function* () {
    const pictures = yield* Pictures
    const leftovers = yield* UploadLeftovers
    const store = yield* UploadStore

    /** @param field of the form that gets the message. */
    const check = Effect.fn("Documents.check")(function* (
      { bytes, name: given }: SentFile,
      { field, most }: { readonly field: string; readonly most: { readonly bytes: number; readonly words: string } }
    ) {
      const refuse = (message: string) => new InvalidFields({ fields: { [field]: message } })
      // By characters: half of one cannot be sent in a header.
      const name = [...tidyLine(given)].slice(-MOST_NAME).join("") || "file"
      if (bytes.length > most.bytes) return yield* refuse(`“${name}” is larger than ${most.words}.`)
      const hash = sha256(bytes)
      if (isPdf(bytes)) return { name, mime: "application/pdf", sha256: hash, bytes } satisfies CheckedFile
      if (pictureType(bytes) === undefined) {
        return yield* refuse(`“${name}” is neither a PDF nor a picture (PNG, JPEG or WebP), whatever its name says.`)
      }
      const drawn = yield* Effect.catchTags(pictures.redraw(bytes), {
        FileTooLarge: ({ message }) => refuse(`“${name}”: ${message}`),
        TooManyPixels: ({ message }) => refuse(`“${name}”: ${message}`),
        UnreadablePicture: ({ message }) => refuse(`“${name}”: ${message}`),
        WrongFileType: ({ message }) => refuse(`“${name}”: ${message}`)
      })
      return { name, mime: mimes[drawn.type], sha256: hash, bytes: drawn.bytes } satisfies CheckedFile
    })

    /** Stores the bytes before their row: without `keep` in the writing transaction they are removed an hour later. */
    const put = Effect.fn("Documents.put")(function* ({ bytes, mime, name, sha256: hash }: CheckedFile) {
      const id = yield* randomId(26)
      const createdAt = yield* Clock.currentTimeMillis
      yield* leftovers.note(id)
      yield* store.put(storedName({ id, mime }), bytes)
      return { id, name, mime, bytes: bytes.length, sha256: hash, createdAt }
    })

    /** The response that sends a file; undefined if its bytes are gone. */
    const send = Effect.fn("Documents.send")(function* (file: Named & { readonly name: string }) {
      const open = Option.getOrUndefined(yield* store.open(storedName(file)))
      if (open === undefined) return undefined
      return new Response(open.body, {
        headers: {
          "Content-Type": file.mime,
          "Content-Length": String(open.bytes),
          "Content-Disposition": dispositionOf(file.name, file.mime !== "application/pdf"),
          "Cache-Control": "private, no-store"
        }
      })
    })

    return {
      check,
      put,
      /** In the transaction that writes its row. */
      retain: (id: string) => leftovers.crossOut(id),
      /** In the transaction that removes their rows: the bytes go soon after the commit. */
      discard: (ids: ReadonlyArray<string>) => Effect.forEach(ids, leftovers.noteNow, { discard: true }),
      send
    }
  })
}) {}
