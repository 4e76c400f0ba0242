/**
 * A text of at most so many characters, which ends with a whole word and an ellipsis where something is left out. A single
 * word that is longer is cut itself. Pure.
 */
export const cutAtWord = (text: string, most: number): string => {
  const letters = Array.from(text)
  if (letters.length <= most) return text
  const kept = letters.slice(0, most - 1).join("")
  const whole = /\s/.test(letters[most - 1] ?? "") ? kept : kept.replace(/\s+\S*$/, "")
  return `${whole.replace(/[\s,;:–-]+$/, "")}…`
}
