/**
 * What counts as text on this site, the same in the browser, on the server and on both databases: no control characters
 * but line breaks and tabs, no halves of a character, and something that can be seen. Plain questions without any
 * import: pages load this file. What comes in is read by these rules at the doors (remix/body.ts,
 * remix/readForm.server.ts, http/guards.server.ts), and the schemas of single fields (fields.ts) ask them too.
 */

export const UNREADABLE = "Some characters here cannot be shown. Type the text again, or paste it from somewhere else."
export const INVISIBLE = "Please write something."

/** C0 and C1, but for what breaks and indents lines. */
const CONTROLS = /[^\P{Cc}\t\n\r]+/gu
const CONTROL = /[^\P{Cc}\t\n\r]/u
/** Half of a surrogate pair, which has no UTF-8 form. */
const LONE_SURROGATE = /\p{Cs}/u
/** Anything but controls, blanks, joiners, fillers and marks that nobody can see. */
const SEEN = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

export const hasControls = (text: string): boolean => CONTROL.test(text)

/** Nothing of it can be seen; so too where there is nothing. */
export const isBlank = (text: string): boolean => !SEEN.test(text)

/** What no text holds, however it came: half of a character, a control character. */
export const isUnreadable = (text: string): boolean => hasControls(text) || LONE_SURROGATE.test(text)

/** Why this can be no field's text; undefined for what can, and for what is empty. */
export const textProblem = (text: string): string | undefined => {
  if (isUnreadable(text)) return UNREADABLE
  return text.trim() !== "" && isBlank(text) ? INVISIBLE : undefined
}

/** As it came, without the control characters that copying from elsewhere brings along. */
export const withoutControls = (text: string): string => (hasControls(text) ? text.replace(CONTROLS, "") : text)

/** One line: every run of white space is one space. */
export const tidyLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()

/** Several lines; browsers send their breaks as CR LF, people count them once. */
export const tidyText = (text: string): string => withoutControls(text.replace(/\r\n?/g, "\n")).trim()
