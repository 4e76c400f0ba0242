/**
 * Shortens a text to a number of characters, ending with a whole word and an ellipsis if something is left out. A
 * single longer word is cut. Pure.
 */
export const cutAtWord = (text: string, most: number): string => {
  const letters = Array.from(text)
  if (letters.length <= most) return text
  const stored = letters.slice(0, most - 1).join("")
  const whole = /\s/.test(letters[most - 1] ?? "") ? stored : stored.replace(/\s+\S*$/, "")
  return `${whole.replace(/[\s,;:–-]+$/, "")}…`
}
