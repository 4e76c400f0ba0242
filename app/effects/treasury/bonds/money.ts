/**
 * Amounts for reading: grouped thousands, at most four decimals. Longer amounts are rounded to the nearest and say
 * "about", so that one number reads the same everywhere. No imports: pages load this file.
 */
const SHOWN_PLACES = 4
const PLACES = 18

const attosOf = (text: string): bigint => {
  const [head = "0", tail = ""] = text.split(".")
  return BigInt(head + tail.padEnd(PLACES, "0"))
}
const textOf = (attos: bigint): string => {
  const digits = attos.toString().padStart(PLACES + 1, "0")
  const tail = digits.slice(-PLACES).replace(/0+$/, "")
  return `${digits.slice(0, -PLACES)}${tail === "" ? "" : `.${tail}`}`
}
const grouped = (text: string): string => {
  const [head = "0", tail] = text.split(".")
  return `${head.replace(/\B(?=(\d{3})+$)/g, ",")}${tail === undefined ? "" : `.${tail}`}`
}
const stepOf = (places: number): bigint => 10n ** BigInt(PLACES - places)

const nearest = (attos: bigint, step: bigint): bigint => ((attos + step / 2n) / step) * step

/** "12,345.6789"; "about 53" for 52.99999999; "< 0.0001" for anything smaller. */
export const moneyText = (text: string, places = SHOWN_PLACES): string => {
  const [attos, step] = [attosOf(text), stepOf(places)]
  if (attos % step === 0n) return grouped(textOf(attos))
  const near = nearest(attos, step)
  return near === 0n ? `< ${textOf(step)}` : `about ${grouped(textOf(near))}`
}

export interface PartsText {
  readonly parts: ReadonlyArray<string>
  readonly whole: string
  /** The page has to say that parts are rounded. */
  readonly isRounded: boolean
}

/** Parts and their sum, each rounded separately, so the sum may differ in the last decimal; the page says so once. */
export const partsText = (texts: ReadonlyArray<string>): PartsText => {
  const shown = (text: string): string => moneyText(text).replace(/^about /, "")
  return {
    parts: texts.map(shown),
    whole: shown(sumOf(texts)),
    isRounded: texts.some((text) => attosOf(text) % stepOf(SHOWN_PLACES) !== 0n)
  }
}

/** All decimals, as receipts show them. */
export const wholeText = (text: string): string => grouped(textOf(attosOf(text)))

/** Compares two decimals exactly. */
export const isLess = (one: string, other: string): boolean => attosOf(one) < attosOf(other)

/** Exact sum. */
export const sumOf = (texts: ReadonlyArray<string>): string =>
  textOf(texts.reduce((sum, text) => sum + attosOf(text), 0n))

/** A decimal times whole units, exactly. */
export const timesUnits = (text: string, units: number): string => textOf(attosOf(text) * BigInt(units))
