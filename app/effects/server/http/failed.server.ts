/**
 * Responses to errors outside of routes: a stream that broke, an unreadable request, a range that a file does not have.
 */
import type { ServerResponse } from "node:http"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { endJson } from "./begin.server"

/** Express' refusals for an existing file, by status (RFC 9110, 13.1 and 15.5.17). */
const refusedOfFiles: Readonly<Record<number, string>> = {
  412: "The file is not the one that was requested.",
  416: "The file has no such part."
}

const DEFECT = { code: "E-SERVER", message: "Something went wrong." }

const statusOf = (error: unknown): number =>
  error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500

/** The log has the error; the client gets the reference to it. */
export const endFailed = (response: ServerResponse, { requestId }: RequestContext, error: unknown): void => {
  const status = statusOf(error)
  const message = refusedOfFiles[status]
  if (message === undefined)
    console.error(JSON.stringify({ message: "request failed", requestId, error: String(error) }))
  if (response.headersSent) return void response.destroy()
  // These headers were set for the file before it failed: the response has another encoding, and caches would store it
  // for a year.
  for (const name of ["ETag", "Last-Modified", "Content-Encoding"]) response.removeHeader(name)
  response.setHeader("Cache-Control", "no-store")
  const reported = message === undefined ? DEFECT : { code: "E-REQUEST", message }
  endJson(response, message === undefined ? 500 : status, { ...reported, requestId })
}
