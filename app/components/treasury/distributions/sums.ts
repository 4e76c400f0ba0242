/** Sums of decimal texts. Pure. */
const ATTOS = 18
const attosOf = (amount: string): bigint => {
  const [whole = "0", part = ""] = amount.split(".")
  return BigInt(whole + part.padEnd(ATTOS, "0").slice(0, ATTOS))
}
const textOf = (attos: bigint): string => {
  const digits = (attos < 0n ? -attos : attos).toString().padStart(ATTOS + 1, "0")
  const part = digits.slice(-ATTOS).replace(/0+$/, "")
  return `${attos < 0n ? "-" : ""}${digits.slice(0, -ATTOS)}${part === "" ? "" : `.${part}`}`
}

/** What is left of one decimal text after another; negative where it is not enough. */
export const leftOf = (held: string, given: string): string => textOf(attosOf(held) - attosOf(given))

type Summed = ReadonlyArray<{ readonly amount: string; readonly state: string }>

/** Of batches, of one state where it is given. */
export const sumOf = (batches: Summed, of?: string): string =>
  textOf(
    batches.reduce((sum, { amount, state }) => (of === undefined || state === of ? sum + attosOf(amount) : sum), 0n)
  )

/** What a run will still pay: its total without its confirmed batches, and without those that are skipped. */
export const unpaidOf = (total: string, batches: Summed): string =>
  leftOf(leftOf(total, sumOf(batches, "committed")), sumOf(batches, "skipped"))
