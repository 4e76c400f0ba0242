/**
 * Definition of the files of a community export (docs/product/publishing.md). Never contains e-mail addresses,
 * sessions, drafts, or who read what. Columns are listed by name, so that a column added later is not exported by
 * accident.
 */
export interface ExportedTable {
  /** File name without extension; also the name of its schema, version 1. */
  readonly name: string
  /** A table, or a subquery with a name. */
  readonly from: string
  readonly columns: ReadonlyArray<string>
  /** Ascending and unique within the community; each page continues after its last value. */
  readonly key: string
  /** A value below every value of the key. */
  readonly start: number | string
  /** Columns that contain JSON as text. */
  readonly json?: ReadonlyArray<string>
  /** Additional condition, from the closed list below. */
  readonly where?: "shown = 1" | "state <> 'draft'" | "is_published = 1" | "removed_at IS NULL"
}
