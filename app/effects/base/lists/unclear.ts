/** Words for amounts that can be read in several ways, so that nobody has to guess. Pure. */
import { meaningsOf, readingsOf } from "./marks"

const BEGIN = "This could be "

/** Such a row stays wrong until its text is changed. */
export const isUnclear = (error: string | null): boolean => error?.startsWith(BEGIN) === true

/** Three decimals could be thousands; a fourth one says that they are not. */
const clearly = (amount: string): string => (/^[1-9]\d{0,2}\.\d{3}$/.test(amount) ? `${amount}0` : amount)

const either = (texts: ReadonlyArray<string>): string => `${texts.slice(0, -1).join(", ")} or ${texts.at(-1) ?? ""}`

export const unclearWords = (meanings: ReadonlyArray<string>): string => {
  const sorted = meanings.toSorted((one, other) => Number(one) - Number(other))
  return `${BEGIN}${either(sorted)}. Write ${either(sorted.map(clearly))}.`
}

/** Null if the text can be read in at most one way. */
export const unclearAmount = (text: string): string | null => {
  const meanings = meaningsOf(readingsOf({ line: 1, cells: [text] }, 0, null))
  return meanings.length > 1 ? unclearWords(meanings) : null
}
