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

/**
 * Rules for text, the same in the browser, on the server and on both databases: no control characters except line
 * breaks and tabs, no unpaired surrogates, and something visible. Plain functions without imports: pages load this
 * file. The entry points of the server apply them to all input (remix/body.ts, remix/readFileForm.server.ts,
 * http/guards.server.ts), and so do the schemas of single fields (fields.ts).
 */

export const UNREADABLE = "Some characters here cannot be shown. Type the text again, or paste it from somewhere else."
export const INVISIBLE = "Please write something."

/** C0 and C1 control characters, except line breaks and tabs. */
const CONTROLS = /[^\P{Cc}\t\n\r]+/gu
const CONTROL = /[^\P{Cc}\t\n\r]/u
/** An unpaired surrogate, which has no UTF-8 form. */
const LONE_SURROGATE = /\p{Cs}/u
/** A visible character: anything except controls, blanks, joiners, fillers and invisible marks. */
const SEEN = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

export const hasControls = (text: string): boolean => CONTROL.test(text)

/** Whether nothing in the text is visible; true for an empty text. */
export const isBlank = (text: string): boolean => !SEEN.test(text)

/** Whether the text contains an unpaired surrogate or a control character, which is never allowed. */
export const isUnreadable = (text: string): boolean => hasControls(text) || LONE_SURROGATE.test(text)

/** The reason why this text is not allowed in a field; undefined for allowed and for empty text. */
export const textProblem = (text: string): string | undefined => {
  if (isUnreadable(text)) return UNREADABLE
  return text.trim() !== "" && isBlank(text) ? INVISIBLE : undefined
}

/** Removes the control characters that copying from elsewhere can add. */
export const withoutControls = (text: string): string => (hasControls(text) ? text.replace(CONTROLS, "") : text)

/** One line: every run of white space becomes one space. */
export const tidyLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()

/** Several lines; browsers send line breaks as CR LF, but length limits count them once. */
export const tidyText = (text: string): string => withoutControls(text.replace(/\r\n?/g, "\n")).trim()
