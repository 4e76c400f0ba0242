/** Text in scripts. Pure. */

const ENDS = /[<>&\u2028\u2029]/g
/** One unit of UTF-16, as strings, templates, patterns and names of JavaScript write it. */
export const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Text as a string of JavaScript that can stand within a `<script>` element. */
export const inScript = (text: string): string => JSON.stringify(text).replace(ENDS, escaped)
