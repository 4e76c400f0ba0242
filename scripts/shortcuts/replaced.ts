/**
 * Patches libraries in the server's build that compute per request, or per link, what stays the same or what a server
 * never uses (docs/decisions/0094-patch-libraries-in-the-server-build.md). Their results stay the same: each patch has
 * its test in tests/shortcuts.
 *
 * Another version of a library, in which these lines differ, fails the build: then check whether it still needs the
 * patch.
 */

/** @param times how often `from` must occur: any other number fails the build. */
export const replaced = (text: string, from: string, to: string, times = 1): string => {
  const parts = text.split(from)
  if (parts.length !== times + 1) {
    throw new Error(`scripts/shortcuts: a library does not read as expected any more: ${from.trim().split("\n")[0]}`)
  }
  return parts.join(to)
}

/** One file of a library, by the end of its path, and how its text is patched. */
export interface Shortcut {
  readonly file: string
  readonly apply: (text: string) => string
}
