/** The `manifest.json` of a backup, from which a restore checks that the backup is complete. */
import { Schema } from "effect"

/** Version of the folder's layout. A release refuses a version that it does not know. */
export const FORMAT = 1
export const MANIFEST = "manifest.json"

const Digest = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))
/** Relative to the backup's folder, never outside it and never hidden. */
const Path = Schema.String.pipe(Schema.pattern(/^\w[\w.-]*(?:\/\w[\w.-]*)*$/))

export const CopiedFile = Schema.Struct({ path: Path, bytes: Schema.NonNegativeInt, sha256: Digest })
export type CopiedFile = typeof CopiedFile.Type

export const CopiedTable = Schema.Struct({
  table: Schema.String,
  rows: Schema.NonNegativeInt,
  /** The sum of the rows' hashes (`app/effects/base/db/tableRows.server.ts`). */
  digest: Digest
})
export type CopiedTable = typeof CopiedTable.Type

export const Manifest = Schema.Struct({
  product: Schema.Literal("Commonhold"),
  format: Schema.Literal(FORMAT),
  release: Schema.String,
  /** The newest migration that the database has run. */
  schema: Schema.Positive,
  /** The backup contains every write that was acknowledged before this time. */
  takenAt: Schema.String,
  database: Schema.Struct({ kind: Schema.Literal("sqlite", "postgres"), ...CopiedFile.fields }),
  tables: Schema.Array(CopiedTable),
  /** Restored to the same paths below `DATA_DIR`. */
  files: Schema.Array(CopiedFile)
})
export type Manifest = typeof Manifest.Type

/** Describes each table that differs from the manifest. */
export const differences = (
  expected: ReadonlyArray<CopiedTable>,
  found: ReadonlyArray<CopiedTable>
): ReadonlyArray<string> => {
  const rest = new Map(found.map((each) => [each.table, each]))
  const wrong = expected.flatMap(({ digest, rows, table }) => {
    const here = rest.get(table)
    rest.delete(table)
    if (here === undefined) return [`${table} is missing`]
    if (here.rows !== rows) return [`${table} has ${here.rows} rows instead of ${rows}`]
    return here.digest === digest ? [] : [`${table} has other rows`]
  })
  return [...wrong, ...[...rest.keys()].map((table) => `${table} should not be there`)]
}
