/** What people type, tidied before it is checked: no control characters, one kind of line break. Pure. */

/** One line: every run of white space is one space. */
export const tidyLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()

/** Several lines; browsers send their breaks as CR LF, people count them once. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim()
