/** Which addresses may be files on the disk. Pages are asked for more often, and each look would cost them. */
import { readdirSync } from "node:fs"
import type { RequestHandler } from "express"

/** Words and slashes: an address with a dot, an escape or anything else unusual is looked up. */
const PLAIN = /^(?:\/[\w-]+)*\/?$/

/** `files` with the folder's files, for all but plain addresses that begin with none of its folders. */
export const unlessPage = (folder: string, files: RequestHandler): RequestHandler => {
  const plain = new Set(readdirSync(folder).filter((name) => PLAIN.test(`/${name}`)))
  return (request, response, next) => {
    const [, first = ""] = request.path.split("/", 2)
    return PLAIN.test(request.path) && !plain.has(first) ? next() : files(request, response, next)
  }
}
