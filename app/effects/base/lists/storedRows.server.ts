/** Rows of lists as tables store them: a JSON text, decoded in portions. */
import { type Effect, Schema } from "effect"
import { mapInParts } from "~/effects/base/jobs/inParts"
import { SheetRow } from "./Sheet"

/** A column with rows. `readStoredRows` decodes them. */
export const StoredRows = Schema.parseJson(Schema.Array(Schema.Unknown))

const rowOf = Schema.decodeUnknownSync(SheetRow)

/** Dies if they are not rows. */
export const readStoredRows = (rows: typeof StoredRows.Type): Effect.Effect<ReadonlyArray<SheetRow>> =>
  mapInParts(rows, (row) => rowOf(row))

export const storedRows = (rows: ReadonlyArray<SheetRow>): string => JSON.stringify(rows)
