/** Short code of a hash that people compare on a page and in a wallet: "7FK-29Q-D4". */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // without characters that are easily confused
const MANY = 8

/** From the first 40 bits: enough to notice a mistake or another request, too few to be a proof. */
export const shortCode = (hash: Uint8Array): string => {
  const bits = hash.slice(0, 5).reduce((all, byte) => all * 256n + BigInt(byte), 0n)
  const letters = Array.from({ length: MANY }, (_, place) => {
    const index = Number((bits >> BigInt(5 * (MANY - 1 - place))) & 31n)
    return LETTERS[index]
  })
  const text = letters.join("")
  return `${text.slice(0, 3)}-${text.slice(3, 6)}-${text.slice(6)}`
}
