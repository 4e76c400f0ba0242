/** "1,234.5": adds thousands separators and leaves the digits after the point as they are. */
export const readable = (amount: string): string => {
  const [whole = "0", part] = amount.split(".")
  const sign = whole.startsWith("-") ? "−" : ""
  const grouped = whole.replace("-", "").replace(/\B(?=(\d{3})+$)/g, ",")
  return `${sign}${grouped}${part === undefined ? "" : `.${part}`}`
}

/** Shares of a whole for display, computed from exact numbers. Pure, no imports: pages load this file. */

/** Tenths of a percent of parts that make up the whole; they add up to 1,000 by the largest-remainder method. */
export const tenthsOf = (parts: ReadonlyArray<bigint>): ReadonlyArray<number> => {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  if (whole === 0n) return parts.map(() => 0)
  const floors = parts.map((part) => (part * 1000n) / whole)
  const left = Number(1000n - floors.reduce((sum, floor) => sum + floor, 0n))
  const byRest = parts
    .map((part, index) => ({ index, rest: (part * 1000n) % whole }))
    .sort((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1))
  const raised = new Set(byRest.slice(0, left).map(({ index }) => index))
  return floors.map((floor, index) => Number(floor) + (raised.has(index) ? 1 : 0))
}

/** "30.8"; "< 0.1" for a share that exists but is below a tenth, so that only zero reads as zero. */
export const shareText = (tenths: number, isSomething: boolean): string =>
  tenths === 0 && isSomething ? "< 0.1" : `${Math.floor(tenths / 10)}.${tenths % 10}`

/** Share of one part, rounded down so that it never overstates. */
export const partText = (part: bigint, whole: bigint): string =>
  whole === 0n ? "0.0" : shareText(Number((part * 1000n) / whole), part > 0n)
