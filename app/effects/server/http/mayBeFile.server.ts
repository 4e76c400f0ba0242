/** Which addresses may be files on the disk. Pages are asked for more often, and each look would cost them. */
import { readdirSync } from "node:fs"

/** Words and slashes: an address with a dot, an escape or anything else unusual is looked up. */
const PLAIN = /^(?:\/[\w-]+)*\/?$/

/** Of paths, without a query: false for plain ones that begin with no file and no folder of this folder. */
export const mayBeFile = (folder: string): ((path: string) => boolean) => {
  const names = new Set(readdirSync(folder))
  return (path) => !PLAIN.test(path) || names.has(path.split("/", 2)[1] ?? "")
}
