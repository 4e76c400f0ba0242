/**
 * Libraries whose text is changed while the server is built, because they work out for each request, or each link, what
 * stays the same or what a server never uses (docs/decisions/0094-patch-libraries-in-the-server-build.md). What they
 * answer stays the same: each change has its test in tests/shortcuts.
 *
 * Another version of a library, in which these lines read otherwise, stops the build: then look whether it still needs
 * this.
 */

/** @param times how often `from` stands there: any other number stops the build. */
export const replaced = (text: string, from: string, to: string, times = 1): string => {
  const parts = text.split(from)
  if (parts.length !== times + 1) {
    throw new Error(`scripts/shortcuts: a library does not read as expected any more: ${from.trim().split("\n")[0]}`)
  }
  return parts.join(to)
}

/** One file of a library, by the end of its path, and what becomes of its text. */
export interface Shortcut {
  readonly file: string
  readonly apply: (text: string) => string
}
