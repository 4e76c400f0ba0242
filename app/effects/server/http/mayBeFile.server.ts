/** Which addresses may be files on the disk. Pages are requested more often, and each look-up would slow them down. */
import { readdirSync } from "node:fs"

/** Words and slashes only; an address with a dot, an escape or anything else unusual is looked up. */
const PLAIN = /^(?:\/[\w-]+)*\/?$/

/** Takes paths without a query: false for plain paths that match no file and no subfolder of this folder. */
export const mayBeFile = (folder: string): ((path: string) => boolean) => {
  const names = new Set(readdirSync(folder))
  return (path) => !PLAIN.test(path) || names.has(path.split("/", 2)[1] ?? "")
}
