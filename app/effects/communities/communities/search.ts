/** The words of a search and the text they are searched in, folded by the same rule. Pure. */
import { fold } from "~/effects/base/text/fold"

/** Letters and digits only, so that no word of a search has a meaning in SQL's LIKE. */
export const wordsOf = (text: string): ReadonlyArray<string> => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])]

/** The text that is searched. */
export const searchText = (...parts: ReadonlyArray<string>): string => fold(parts.join("\n"))

/** Characters of a sort key: more than any name needs, and short enough for a URL. */
const KEY_LENGTH = 60

/** The key that names are sorted by. */
export const nameKey = (name: string): string =>
  [...fold(name).replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim()].slice(0, KEY_LENGTH).join("")
