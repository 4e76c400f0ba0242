/** Detects amounts that can be read in two ways, so that nobody has to guess. Pure. */
import { withoutZeros } from "./zeros"

const BEGIN = "This could be "

/** Such a row stays wrong until its text is changed. */
export const isUnclear = (error: string | null): boolean => error?.startsWith(BEGIN) === true

/** One to three digits, a sign, three digits: a thousands separator in some countries, a decimal point in others. */
const UNCLEAR = /^([1-9]\d{0,2})[.,](\d{3})$/

const couldBe = (one: string, other: string): string => {
  const [first, second] = [withoutZeros(one), withoutZeros(other)]
  return `${BEGIN}${first} or ${second}. Write ${UNCLEAR.test(first) ? `${first}0` : first} or ${second}.`
}

/** Null if the text can be read in at most one way. */
export const unclearAmount = (text: string): string | null => {
  const [, whole, part] = UNCLEAR.exec(text) ?? []
  return whole === undefined || part === undefined ? null : couldBe(`${whole}.${part}`, `${whole}${part}`)
}

/**
 * For digits followed by a comma, which may separate fields, thousands or decimals: `1,234.50` and `1,5` split into
 * fields. `parts` are the fields from the amount on, as long as they are digits.
 */
export const unclearParts = (parts: ReadonlyArray<string>): string | null => {
  const [first = "", second, ...rest] = parts
  if (second === undefined) return null
  const isOneNumber = rest.length > 0 || second.includes(".") || second.length === 3
  return couldBe(first, isOneNumber ? parts.join("") : `${first}.${second}`)
}
