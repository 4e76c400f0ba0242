/**
 * What a whole-community export holds, file by file (docs/product/publishing.md, 3.8.1). Never an e-mail address, a
 * session, a draft, or who read what. Columns are named, so that a column added later is not given out by accident.
 */
export interface ExportedTable {
  /** The file's name without its ending; also its schema, version 1. */
  readonly name: string
  readonly from: string
  readonly columns: ReadonlyArray<string>
  /** Ascending and unique within the community: pages begin after it. */
  readonly key: string
  /** Below every value of the key. */
  readonly start: number | string
  /** Columns that hold JSON as text. */
  readonly json?: ReadonlyArray<string>
  /** More than the community itself to choose by; one of the closed list below. */
  readonly where?: "shown = 1" | "state <> 'draft'"
}
