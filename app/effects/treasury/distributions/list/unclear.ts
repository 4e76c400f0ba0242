/** Amounts that can be read in two ways, so that nobody guesses which one was meant. Pure. */
import { withoutZeros } from "./zeros"

const BEGIN = "This could be "

/** Such a row stays wrong until something else is written in it. */
export const isUnclear = (error: string | null): boolean => error?.startsWith(BEGIN) === true

/** One to three digits and three behind a sign: of thousands in some countries, of decimals in others. */
const UNCLEAR = /^([1-9]\d{0,2})[.,](\d{3})$/

const couldBe = (one: string, other: string): string => {
  const [first, second] = [withoutZeros(one), withoutZeros(other)]
  return `${BEGIN}${first} or ${second}. Write ${UNCLEAR.test(first) ? `${first}0` : first} or ${second}.`
}

/** Null where a text can be read in one way at most. */
export const unclearAmount = (text: string): string | null => {
  const [, whole, part] = UNCLEAR.exec(text) ?? []
  return whole === undefined || part === undefined ? null : couldBe(`${whole}.${part}`, `${whole}${part}`)
}

/**
 * Of digits that a comma stands behind, which may separate fields, thousands or decimals: `1,234.50` and `1,5` as fields
 * of their own. `parts` are the fields from the amount on as long as they are digits.
 */
export const unclearParts = (parts: ReadonlyArray<string>): string | null => {
  const [first = "", second, ...rest] = parts
  if (second === undefined) return null
  const isOneNumber = rest.length > 0 || second.includes(".") || second.length === 3
  return couldBe(first, isOneNumber ? parts.join("") : `${first}.${second}`)
}
