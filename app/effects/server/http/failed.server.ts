/** What nobody could answer for: a stream that broke, a request that cannot be read. */
import type { ServerResponse } from "node:http"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { endJson } from "./begin.server"

/** The log knows what it was; the client gets the reference to it. */
export const endFailed = (response: ServerResponse, { requestId }: RequestContext, error: unknown): void => {
  console.error(JSON.stringify({ message: "request failed", requestId, error: String(error) }))
  if (response.headersSent) return void response.destroy()
  endJson(response, 500, { code: "E-SERVER", message: "Something went wrong.", requestId })
}
