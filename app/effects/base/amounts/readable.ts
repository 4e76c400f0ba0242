/** "1,234.5": adds thousands separators and leaves the digits after the point as they are. */
export const readable = (amount: string): string => {
  const [whole = "0", part] = amount.split(".")
  const sign = whole.startsWith("-") ? "−" : ""
  const grouped = whole.replace("-", "").replace(/\B(?=(\d{3})+$)/g, ",")
  return `${sign}${grouped}${part === undefined ? "" : `.${part}`}`
}
