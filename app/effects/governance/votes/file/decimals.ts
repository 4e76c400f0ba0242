/** Decimals with at most 18 places as integers of 10^-18, for comparing and adding. Pure. */
const PLACES = 18

export const attos = (text: string): bigint => {
  const [head = "0", tail = ""] = text.replace("-", "").split(".")
  const size = BigInt(head + tail.padEnd(PLACES, "0"))
  return text.startsWith("-") ? -size : size
}
