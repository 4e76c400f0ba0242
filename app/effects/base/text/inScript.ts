/** Text as a string of JavaScript that can stand within a `<script>` element. */

const ESCAPED = /[<>&\u2028\u2029]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

export const inScript = (text: string): string => JSON.stringify(text).replace(ESCAPED, escaped)
