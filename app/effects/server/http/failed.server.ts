/** What nobody could answer for: a stream that broke, a request that cannot be read, a part that a file does not have. */
import type { ServerResponse } from "node:http"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { endJson } from "./begin.server"

/** What express refuses of a file that is there, by its status (RFC 9110, 13.1 and 15.5.17). */
const refusedOfFiles: Readonly<Record<number, string>> = {
  412: "The file is not the one that was requested.",
  416: "The file has no such part."
}

const DEFECT = { code: "E-SERVER", message: "Something went wrong." }

const statusOf = (error: unknown): number =>
  error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500

/** The log knows what it was; the client gets the reference to it. */
export const endFailed = (response: ServerResponse, { requestId }: RequestContext, error: unknown): void => {
  const status = statusOf(error)
  const message = refusedOfFiles[status]
  if (message === undefined)
    console.error(JSON.stringify({ message: "request failed", requestId, error: String(error) }))
  if (response.headersSent) return void response.destroy()
  // Those of the file were set before it failed: it is packed otherwise, and caches would keep its place for a year.
  for (const name of ["ETag", "Last-Modified", "Content-Encoding"]) response.removeHeader(name)
  response.setHeader("Cache-Control", "no-store")
  const told = message === undefined ? DEFECT : { code: "E-REQUEST", message }
  endJson(response, message === undefined ? 500 : status, { ...told, requestId })
}
