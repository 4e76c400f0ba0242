/** Paths of our own site, in requests and in links of texts. Pure. */

/**
 * Maximum number of segments, far more than any address of ours has: the router's time grows with the square of the
 * slashes.
 */
export const MAX_PARTS = 64

export const partsOf = (path: string): number => path.split("/").length

/** Control characters, and the backslash, which some parsers treat as a slash and others do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const NEVER_IN_PATHS = /[\u0000-\u001F\u007F-\u009F\\]/

export const canDecode = (path: string): boolean => {
  try {
    return !NEVER_IN_PATHS.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
