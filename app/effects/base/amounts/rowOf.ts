/** Names the table and the row in what is wrong with a row: a log that says only "expected an amount" mends nothing. */
import { ParseResult } from "effect"

const keyOf = (row: unknown, keys: ReadonlyArray<string>): string =>
  typeof row !== "object" || row === null
    ? "?"
    : keys.map((key) => String((row as Readonly<Record<string, unknown>>)[key] ?? "?")).join("/") // whatever the database gave

const partsOf = (issue: ParseResult.ParseIssue): ReadonlyArray<ParseResult.ParseIssue> =>
  issue._tag === "Composite" ? [issue.issues].flat() : []

const wordsOf = (issue: ParseResult.ParseIssue): string =>
  ParseResult.ArrayFormatter.formatIssueSync(issue)
    .map(({ message, path }) => `${path.map(String).join(".")}: ${message}`)
    .join("; ")

/** For `Schema.Struct({ … }).annotations(rowOf("claims"))`. `keys`: the columns that tell one row from another. */
export const rowOf = (table: string, keys: ReadonlyArray<string> = ["id"]) => ({
  message: (issue: ParseResult.ParseIssue) => ({
    message: `${table} ${keyOf(issue.actual, keys)}: ${partsOf(issue).map(wordsOf).join("; ") || "is not a row"}`,
    override: true
  })
})
