/** Amounts for reading: thousands apart, at most four decimals, rounded down. No imports: pages load this file. */
const SHOWN_PLACES = 4

/** "12,345.6789" of "12345.67891"; with other places, so many of them. */
export const moneyText = (text: string, places = SHOWN_PLACES): string => {
  const [whole = "0", part = ""] = text.split(".")
  const shown = part.slice(0, places).replace(/0+$/, "")
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${shown === "" ? "" : `.${shown}`}`
}

const PLACES = 18
/** Every decimal, as receipts show them. */
export const wholeText = (text: string): string => moneyText(text, PLACES)

const whole = (text: string): bigint => {
  const [head = "0", tail = ""] = text.split(".")
  return BigInt(head + tail.padEnd(PLACES, "0"))
}
/** Of two decimals, exactly. */
export const isLess = (one: string, other: string): boolean => whole(one) < whole(other)

/** All of them together, exactly. */
export const sumOf = (texts: ReadonlyArray<string>): string => {
  const digits = texts
    .reduce((sum, text) => sum + whole(text), 0n)
    .toString()
    .padStart(PLACES + 1, "0")
  const tail = digits.slice(-PLACES).replace(/0+$/, "")
  return `${digits.slice(0, -PLACES)}${tail === "" ? "" : `.${tail}`}`
}

/** A decimal times whole units, exactly. */
export const timesUnits = (text: string, units: number): string => {
  const [whole = "0", part = ""] = text.split(".")
  const digits = (BigInt(whole + part) * BigInt(units)).toString().padStart(part.length + 1, "0")
  const head = digits.slice(0, digits.length - part.length)
  const tail = part === "" ? "" : digits.slice(-part.length).replace(/0+$/, "")
  return tail === "" ? head : `${head}.${tail}`
}
