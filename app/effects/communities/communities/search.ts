/** Words of a search, and what they are looked for in: both folded by one rule. Pure. */
import { fold } from "~/effects/base/text/fold"

/** Letters and digits only, so no word of a search means anything to SQL's LIKE. */
export const wordsOf = (text: string): ReadonlyArray<string> => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])]

/** What a search looks through. */
export const searchText = (...parts: ReadonlyArray<string>): string => fold(parts.join("\n"))

/** Characters of a sort key: more than any name needs, and short enough for an address. */
const KEY_LENGTH = 60

/** What names are sorted by. */
export const nameKey = (name: string): string =>
  [...fold(name).replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim()].slice(0, KEY_LENGTH).join("")
