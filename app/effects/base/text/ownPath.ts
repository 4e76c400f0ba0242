/** Paths of our own site, as requests bring them and as texts link to them. Pure. */

/** Parts of a path, far more than any address of ours has: who reads a path needs time by the square of its slashes. */
export const MAX_PARTS = 64

export const partsOf = (path: string): number => path.split("/").length

/** Control characters, and the backslash, which some of who read a path take for a slash and others do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const NEVER_IN_PATHS = /[\u0000-\u001F\u007F-\u009F\\]/

export const canDecode = (path: string): boolean => {
  try {
    return !NEVER_IN_PATHS.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
