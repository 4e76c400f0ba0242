/** Normalises texts for searches and sorting, in queries and in stored rows alike. Pure. */

/** Letters that people type without their stroke or ligature, and that Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  ς: "σ"
}
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g")
/** Accents and vowel marks, invisible characters such as soft hyphens and joiners, and the Arabic stretching sign. */
const UNTYPED = /[\p{M}\p{Cf}\u0640]/gu

/** Lower case, without accents and invisible characters. A folded text folds to itself. */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(UNTYPED, "")
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)

/** Letters and digits only, so that no word of a search has a meaning in SQL's LIKE. */
export const wordsOf = (text: string): ReadonlyArray<string> => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])]

/** The text that is searched, as it is stored. */
export const searchText = (...parts: ReadonlyArray<string>): string => fold(parts.join("\n"))

/** Characters of a sort key: more than any name needs, and short enough for a URL. */
const KEY_LENGTH = 60

/** The key that names are sorted by. */
export const nameKey = (name: string): string =>
  [...fold(name).replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim()].slice(0, KEY_LENGTH).join("")
