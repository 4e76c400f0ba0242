/**
 * Files of expenses: PDF or pictures. Pictures are redrawn as uploads are; a PDF is stored as it is and only ever sent
 * as a download that may run nothing.
 */
import { Clock, Effect, Option } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { SentFile } from "~/effects/base/remix/readFileForm.server"
import { tidyLine } from "~/effects/base/text/plain"
import { randomId, sha256 } from "~/effects/base/text/random.server"
import { Pictures } from "~/effects/people/uploads/Pictures.server"
import { type PictureType, pictureType } from "~/effects/people/uploads/pictureType"
import { MAX_UPLOAD_BYTES } from "~/effects/people/uploads/Upload"
import { UploadLeftovers } from "~/effects/people/uploads/UploadLeftovers.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import type { ExpenseFile } from "./Expense"
import { MOST_BYTES, MOST_FILES } from "./limits"

/** A file that was checked, and its bytes as they are stored. */
export interface CheckedFile {
  readonly name: string
  readonly mime: ExpenseFile["mime"]
  readonly sha256: string
  readonly bytes: Uint8Array
}

const endings = { "application/pdf": "pdf", "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const
const mimes = { jpeg: "image/jpeg", png: "image/png", webp: "image/webp" } as const satisfies Record<
  PictureType,
  string
>
const storedName = ({ id, mime }: Pick<ExpenseFile, "id" | "mime">) => `${id}.${endings[mime]}`

const MOST_NAME = 100
/** The end of a PDF may be followed by some bytes of padding (ISO 32000-1, 7.5.5). */
const TAIL = 2_048

const latin = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
const isPdf = (bytes: Uint8Array): boolean =>
  latin(bytes.subarray(0, 5)) === "%PDF-" && latin(bytes.subarray(-TAIL)).includes("%%EOF")

const refuse = (message: string) => new InvalidFields({ fields: { files: message } })

export class ExpenseFiles extends Effect.Service<ExpenseFiles>()("treasury/expenses/ExpenseFiles", {
  dependencies: [Pictures.Default, UploadLeftovers.Default],
  effect: Effect.gen(function* () {
    const pictures = yield* Pictures
    const leftovers = yield* UploadLeftovers
    const store = yield* UploadStore

    const checkOne = Effect.fnUntraced(function* ({ bytes, name: given }: SentFile) {
      const name = tidyLine(given).slice(-MOST_NAME) || "file"
      if (bytes.length > MAX_UPLOAD_BYTES) return yield* refuse(`“${name}” is larger than 5 MiB.`)
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

    /** Checks files one after the other, so that only one is decoded at a time. `others`: how many there are already. */
    const check = Effect.fn("ExpenseFiles.check")(function* (files: ReadonlyArray<SentFile>, others = 0) {
      if (files.length + others > MOST_FILES) return yield* refuse(`At most ${MOST_FILES} files for an expense.`)
      if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_BYTES) {
        return yield* refuse("Together these files are larger than 10 MiB. Send smaller ones.")
      }
      const checked = yield* Effect.forEach(files, checkOne)
      const hashes = checked.map((file) => file.sha256)
      const twice = checked.find((file, index) => hashes.indexOf(file.sha256) !== index)
      if (twice !== undefined) return yield* refuse(`“${twice.name}” is the same file as another one you chose.`)
      return checked
    })

    /** Stores the bytes before their rows: without `keep` in the writing transaction they are removed an hour later. */
    const put = Effect.fn("ExpenseFiles.put")(function* (files: ReadonlyArray<CheckedFile>, expenseId: string) {
      return yield* Effect.forEach(files, ({ bytes, mime, name, sha256: hash }) =>
        Effect.gen(function* () {
          const id = yield* randomId(26)
          const createdAt = yield* Clock.currentTimeMillis
          yield* leftovers.note(id)
          yield* store.put(storedName({ id, mime }), bytes)
          return { id, expenseId, name, mime, bytes: bytes.length, sha256: hash, createdAt } satisfies ExpenseFile
        })
      )
    })

    return {
      check,
      put,
      /** In the transaction that writes their rows. */
      keep: (files: ReadonlyArray<ExpenseFile>) =>
        Effect.forEach(files, ({ id }) => leftovers.crossOut(id), { discard: true }),
      /** In the transaction that removes their rows: the bytes go soon after the commit. */
      discard: (ids: ReadonlyArray<string>) => Effect.forEach(ids, leftovers.noteNow, { discard: true }),
      open: (file: Pick<ExpenseFile, "id" | "mime">) => Effect.map(store.open(storedName(file)), Option.getOrUndefined)
    }
  })
}) {}
