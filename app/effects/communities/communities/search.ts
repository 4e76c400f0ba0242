/** Text as the search compares it: lower case, no accents, words only. Pure. What is stored is folded the same way. */
const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** Letters and digits only, so no word of a search means anything to SQL's LIKE. */
export const wordsOf = (text: string): ReadonlyArray<string> => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])]

/** What a search looks through. */
export const searchText = (...parts: ReadonlyArray<string>): string => fold(parts.join("\n"))

/** Characters of a sort key: more than any name needs, and short enough for an address. */
const KEY_LENGTH = 60

/** What names are sorted by. */
export const nameKey = (name: string): string =>
  [...fold(name).replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim()].slice(0, KEY_LENGTH).join("")
