/** Whether a text begins as a BLT file does; apart from its reader, which few checks need. */

/** Numbers of candidates and seats. */
export const FIRST = /^\s*(\d{1,4})\s+(\d{1,4})\s*$/
export const comment = /#.*$/
const START = 65_536

export const isBlt = (text: string): boolean => {
  for (const line of text.slice(0, START).split(/\r\n|\r|\n/)) {
    const bare = line
      .replace(/^\uFEFF/, "")
      .replace(comment, "")
      .trim()
    if (bare !== "") return FIRST.test(bare)
  }
  return false
}
