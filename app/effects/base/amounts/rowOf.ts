/**
 * Adds the table and the row's key to a decoding error: "expected an amount" alone does not say which row to repair.
 */
import { ParseResult } from "effect"

const keyOf = (row: unknown, keys: ReadonlyArray<string>): string =>
  typeof row !== "object" || row === null
    ? "?"
    : keys.map((key) => String((row as Readonly<Record<string, unknown>>)[key] ?? "?")).join("/") // any value from the database

const partsOf = (issue: ParseResult.ParseIssue): ReadonlyArray<ParseResult.ParseIssue> =>
  issue._tag === "Composite" ? [issue.issues].flat() : []

const wordsOf = (issue: ParseResult.ParseIssue): string =>
  ParseResult.ArrayFormatter.formatIssueSync(issue)
    .map(({ message, path }) => `${path.map(String).join(".")}: ${message}`)
    .join("; ")

/** For `Schema.Struct({ … }).annotations(rowOf("claims"))`. `keys` are the columns that identify a row. */
export const rowOf = (table: string, keys: ReadonlyArray<string> = ["id"]) => ({
  message: (issue: ParseResult.ParseIssue) => ({
    message: `${table} ${keyOf(issue.actual, keys)}: ${partsOf(issue).map(wordsOf).join("; ") || "is not a row"}`,
    override: true
  })
})
