/**
 * Numbers as spreadsheets store them, such as "1.5E-3" or "0.30000000000000004", as plain decimal text. Spreadsheet
 * programs calculate with 15 significant digits and store up to 17; what lies beyond the 15th is their rounding. Pure.
 */
const DIGITS = 15

export const plainNumber = (text: string): string => {
  const [, sign = "", whole = "", part = "", power = "0"] = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${part}`.replace(/^0+/, "")
  if (digits === "" || Math.abs(Number(power)) > 400) return digits === "" && whole !== "" ? "0" : text
  const shift = Number(power) - part.length
  const cut = Math.max(0, digits.length - DIGITS)
  const stored = BigInt(digits.slice(0, digits.length - cut)) + (Number(digits[DIGITS] ?? 0) >= 5 ? 1n : 0n)
  const places = shift + cut
  if (places >= 0) return `${sign}${stored}${"0".repeat(places)}`
  const padded = String(stored).padStart(1 - places, "0")
  const decimals = padded.slice(places).replace(/0+$/, "")
  return `${sign}${padded.slice(0, places)}${decimals === "" ? "" : `.${decimals}`}`
}
