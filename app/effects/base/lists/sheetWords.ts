/** Limits of lists, and words for their parts. No imports: pages load this file. */

/** Bytes of a file or of pasted text. */
export const LIST_BYTES = 3 * 1_048_576
export const LIST_TOO_LARGE = "The list is larger than 3 MiB. Split it."

/** Far more than any feature takes, blank lines included. */
export const MOST_LINES = 200_000
export const TOO_MANY_LINES = "At most 200,000 lines. Split the file."
export const MOST_COLUMNS = 100
export const TOO_MANY_COLUMNS = "At most 100 columns. Remove those that are not needed."

/** For example "comma": what a person calls it. */
export const separatorWord = (separator: "," | ";" | "\t" | " " | "="): string =>
  ({ ",": "comma", ";": "semicolon", "\t": "tab", " ": "space", "=": "equals sign" })[separator]

/** For example "A" for 0 and "AA" for 26. */
export const columnName = (at: number): string =>
  (at < 26 ? "" : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
