/** Sums of amounts as decimal texts. Pure. */
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

/** `held` minus `given`, as decimal texts; negative if it is not enough. */
export const leftOf = (held: string, given: string): string => textOf(attosOf(held) - attosOf(given))

type Summed = ReadonlyArray<{ readonly amount: string; readonly state: string }>

/** Sum of the batches' amounts, of one state if given. */
export const sumOf = (batches: Summed, of?: string): string =>
  textOf(
    batches.reduce((sum, { amount, state }) => (of === undefined || state === of ? sum + attosOf(amount) : sum), 0n)
  )

/** What a payout will still pay: its total without confirmed and skipped batches. */
export const unpaidOf = (total: string, batches: Summed): string =>
  leftOf(leftOf(total, sumOf(batches, "committed")), sumOf(batches, "skipped"))
