/** Escapes text for scripts. Pure. */

const ENDS = /[<>&\u2028\u2029]/g
/** One UTF-16 unit as an escape that is valid in JavaScript strings, templates, patterns and names. */
export const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

/** A text as a JavaScript string that is safe within a `<script>` element. */
export const inScript = (text: string): string => JSON.stringify(text).replace(ENDS, escaped)
