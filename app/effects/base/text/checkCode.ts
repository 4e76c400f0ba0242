/** Check codes of printed documents: the beginning of a hash, which a reader types. Pure. */
const LENGTH = 16

/** Sixteen hexadecimal digits in groups of four. */
export const codeOf = (hash: string): string => (hash.slice(0, LENGTH).toUpperCase().match(/.{4}/g) ?? []).join("-")

/** Ignores spacing, hyphens and case. */
export const isSameCode = (one: string, other: string): boolean => {
  const plain = (text: string) => text.toUpperCase().replace(/[^0-9A-F]/g, "")
  return plain(one) !== "" && plain(one) === plain(other)
}

/** Characters of a typed code that are read. */
const MOST_TYPED = 40

/** The code in an address's search part, compared by `isRight`; null if none was typed or there is nothing to compare. */
export const readCode = (search: URLSearchParams, isRight: ((code: string) => boolean) | null): CheckedCode | null => {
  const code = (search.get("code") ?? "").trim().slice(0, MOST_TYPED)
  return code === "" || isRight === null ? null : { code, isSame: isRight(code) }
}

export interface CheckedCode {
  readonly code: string
  readonly isSame: boolean
}
