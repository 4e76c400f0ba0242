/** Payments of a list (docs/product/treasury.md). Every line keeps its number in the file. */
import { Effect } from "effect"
import { type ListReading, readingOf } from "~/effects/base/lists/ListReading"
import { listLines } from "~/effects/base/lists/listLines"
import type { Sheet } from "~/effects/base/lists/Sheet"

export interface PayLine {
  readonly line: number
  readonly account: string
  readonly amount: string
  readonly note: string
}

/** A line as it was read, with an error that its texts alone do not show. */
export interface ReadLine extends PayLine {
  readonly state?: "error"
  readonly error?: string
}

export const NOTE_LENGTH = 200

export const OTHER_TOKEN = "This line pays another token."

/** The payments of a list as it was understood. `resource` is the token that the payout pays. */
export const payLines = Effect.fnUntraced(function* (
  sheet: Sheet,
  given: Pick<ListReading, "columns" | "marks"> | null = null,
  resource: string | null = null
) {
  const lines = yield* listLines(sheet, given ?? (yield* readingOf(sheet)))
  return lines.map(({ account, amount, line, note, token, unclear }): ReadLine => {
    const isOther = resource !== null && token !== "" && token !== resource
    const error = isOther ? OTHER_TOKEN : unclear
    return {
      line,
      account,
      amount,
      note: note.slice(0, NOTE_LENGTH),
      ...(error === null ? {} : { state: "error", error })
    }
  })
})
