/** Decimal texts as people read them: thousands apart, every decimal kept. Pure. */
export const amountWords = (amount: string): string => {
  const [whole = "0", part] = amount.split(".")
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ",")
  return part === undefined ? spaced : `${spaced}.${part}`
}

const ATTOS = 18
const attosOf = (amount: string): bigint => {
  const [whole = "0", part = ""] = amount.split(".")
  return BigInt(whole + part.padEnd(ATTOS, "0").slice(0, ATTOS))
}

/** What a run has not paid yet: its total without its confirmed batches. */
export const unpaidOf = (total: string, batches: ReadonlyArray<{ readonly amount: string; readonly state: string }>) =>
  batches.reduce((rest, { amount, state }) => (state === "committed" ? leftOf(rest, amount) : rest), total)

/** What is left of one decimal text after another; negative where it is not enough. */
export const leftOf = (held: string, given: string): string => {
  const left = attosOf(held) - attosOf(given)
  const digits = (left < 0n ? -left : left).toString().padStart(ATTOS + 1, "0")
  const part = digits.slice(-ATTOS).replace(/0+$/, "")
  return `${left < 0n ? "-" : ""}${digits.slice(0, -ATTOS)}${part === "" ? "" : `.${part}`}`
}
