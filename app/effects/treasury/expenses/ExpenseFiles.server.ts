/** Files of expenses: how many, how large, and each once. */
import { Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { SentFile } from "~/effects/base/remix/readFileForm.server"
import { type CheckedFile, Documents } from "~/effects/people/uploads/Documents.server"
import { MAX_UPLOAD_BYTES } from "~/effects/people/uploads/Upload"
import type { ExpenseFile } from "./Expense"
import { MOST_BYTES, MOST_FILES } from "./limits"

const refuse = (message: string) => new InvalidFields({ fields: { files: message } })
const ONE = { field: "files", most: { bytes: MAX_UPLOAD_BYTES, words: "5 MiB" } } as const

export class ExpenseFiles extends Effect.Service<ExpenseFiles>()("treasury/expenses/ExpenseFiles", {
  dependencies: [Documents.Default],
  effect: Effect.gen(function* () {
    const documents = yield* Documents

    /** Checks files one after the other, so that only one is decoded at a time. `others`: how many there are already. */
    const check = Effect.fn("ExpenseFiles.check")(function* (files: ReadonlyArray<SentFile>, others = 0) {
      if (files.length + others > MOST_FILES) return yield* refuse(`At most ${MOST_FILES} files for an expense.`)
      if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_BYTES) {
        return yield* refuse("Together these files are larger than 10 MiB. Send smaller ones.")
      }
      const checked = yield* Effect.forEach(files, (file) => documents.check(file, ONE))
      const hashes = checked.map((file) => file.sha256)
      const twice = checked.find((file, index) => hashes.indexOf(file.sha256) !== index)
      if (twice !== undefined) return yield* refuse(`“${twice.name}” is the same file as another one you chose.`)
      return checked
    })

    const put = Effect.fn("ExpenseFiles.put")((files: ReadonlyArray<CheckedFile>, expenseId: string) =>
      Effect.forEach(files, (file) =>
        Effect.map(documents.put(file), (stored): ExpenseFile => ({ ...stored, expenseId }))
      )
    )

    return {
      check,
      put,
      retain: (files: ReadonlyArray<ExpenseFile>) =>
        Effect.forEach(files, ({ id }) => documents.retain(id), { discard: true }),
      discard: documents.discard,
      send: documents.send
    }
  })
}) {}
