/**
 * Amounts for reading: thousands apart, at most four decimals. What had more is rounded, and says "about": what a person
 * owes up, anything else to the nearest. No imports: pages load this file.
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

const rounded = (text: string, places: number, isUp: boolean): string => {
  const [attos, step] = [attosOf(text), stepOf(places)]
  if (attos % step === 0n) return grouped(textOf(attos))
  const near = isUp ? attos / step + 1n : (attos + step / 2n) / step
  return near === 0n ? `< ${textOf(step)}` : `about ${grouped(textOf(near * step))}`
}

/** "12,345.6789", and "about 53" of 52.99999999; "< 0.0001" of what is less than can be shown. */
export const moneyText = (text: string, places = SHOWN_PLACES): string => rounded(text, places, false)

/** Of what is owed: never less than it is. */
export const debtText = (text: string): string => rounded(text, SHOWN_PLACES, true)

export interface PartsText {
  readonly parts: ReadonlyArray<string>
  readonly whole: string
  /** The page has to say so. */
  readonly isRounded: boolean
}

/** Parts of a debt with their sum: the sum is rounded up, the parts by largest remainder, so that they add up to it. */
export const partsText = (texts: ReadonlyArray<string>): PartsText => {
  const step = stepOf(SHOWN_PLACES)
  const exact = texts.map(attosOf)
  const floors = exact.map((attos) => attos / step)
  const sum = exact.reduce((all, attos) => all + attos, 0n)
  const whole = (sum + step - 1n) / step
  const left = Number(whole - floors.reduce((all, floor) => all + floor, 0n))
  const rest = (index: number) => (exact[index] ?? 0n) % step
  const byRest = texts.map((_, index) => index).sort((one, other) => (rest(one) >= rest(other) ? -1 : 1))
  const raised = new Set(byRest.slice(0, left))
  const shown = floors.map((floor, index) => floor + (raised.has(index) ? 1n : 0n))
  return {
    parts: shown.map((steps, index) =>
      steps === 0n && exact[index] !== 0n ? `< ${textOf(step)}` : grouped(textOf(steps * step))
    ),
    whole: grouped(textOf(whole * step)),
    isRounded: exact.some((attos) => attos % step !== 0n)
  }
}

/** Every decimal, as receipts show them. */
export const wholeText = (text: string): string => grouped(textOf(attosOf(text)))

/** Of two decimals, exactly. */
export const isLess = (one: string, other: string): boolean => attosOf(one) < attosOf(other)

/** All of them together, exactly. */
export const sumOf = (texts: ReadonlyArray<string>): string =>
  textOf(texts.reduce((sum, text) => sum + attosOf(text), 0n))

/** A decimal times whole units, exactly. */
export const timesUnits = (text: string, units: number): string => textOf(attosOf(text) * BigInt(units))
