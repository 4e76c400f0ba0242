/** Renders a complete page: all loaders have finished, and none of them defers data. */
import { PassThrough } from "node:stream"
import { arrayBuffer } from "node:stream/consumers"
import type { AppLoadContext, EntryContext } from "@remix-run/node"
import { RemixServer } from "@remix-run/react"
import { renderToPipeableStream } from "react-dom/server"
import { ServedProvider } from "~/components/base/site/served"

/** Default in seconds, if the failure has none. */
const SOON = "5"
/** When Remix gives up on deferred data. */
export const streamTimeout = 4_500
/** Nothing that a page waits for is missing when it is rendered, so only a very busy machine takes this long. */
const RENDER_TIMEOUT_MS = 30_000

/** No shared cache may store a signed-in person's data, nor the browser after they have signed out. */
const forNobodyElse = (request: Request, headers: Headers) => {
  if (request.headers.get("Cookie")?.includes("__Host-session=")) headers.set("Cache-Control", "private, no-store")
}

/** A page's data, which the browser requests on navigation. */
export function handleDataRequest(response: Response, { request }: { readonly request: Request }): Response {
  forNobodyElse(request, response.headers)
  return response
}

/** Routes choose the headers of a document; `Retry-After` is added to every response that has one. */
const retryAfter = (status: number, { staticHandlerContext }: EntryContext): string | null => {
  if (status !== 429 && status !== 503) return null
  const { actionHeaders, loaderHeaders } = staticHandlerContext
  const all = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]
  return all.map((each) => each.get("Retry-After")).find((text) => text !== null) ?? SOON
}

/** The allowed methods, for a request with another one. */
const allow = (status: number, { staticHandlerContext: { actionHeaders } }: EntryContext): string | undefined =>
  status === 405
    ? Object.values(actionHeaders)
        .flatMap((each) => each.get("Allow") ?? [])
        .at(0)
    : undefined

/** The message of the error page if the page itself failed. The error is in the log. */
const defect = (requestId: string | undefined) => ({ code: "E-SERVER", message: "Something went wrong.", requestId })

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext
): Promise<Response> {
  forNobodyElse(request, headers)
  const nonce = context?.nonce ?? ""
  // Tells the service worker whose pages it may store, and when to delete them (app/worker/pages.ts).
  if (context?.reader !== undefined) headers.set("X-Reader", context.reader)
  const pause = retryAfter(status, remix)
  if (pause !== null) headers.set("Retry-After", pause)
  const allowed = allow(status, remix)
  if (allowed !== undefined) headers.set("Allow", allowed)
  headers.set("Content-Type", "text/html; charset=utf-8")
  return new Promise((resolve, reject) => {
    const requestId = context?.requestId
    let isWhole = true
    const { abort, pipe } = renderToPipeableStream(
      <ServedProvider value={{ nonce, remix }}>
        <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={RENDER_TIMEOUT_MS} />
      </ServedProvider>,
      {
        onAllReady: () => {
          clearTimeout(timeout)
          // In one piece: a page that arrives in several is drawn in between, and its navigation moves. No cache may
          // store an incomplete page.
          const send = (body: ArrayBuffer) => resolve(new Response(body, { headers, status: isWhole ? status : 500 }))
          arrayBuffer(pipe(new PassThrough())).then(send, reject)
        },
        onShellError: () => {
          clearTimeout(timeout)
          reject(Response.json(defect(requestId), { status: 500 }))
        },
        onError: (error) => {
          isWhole = false
          console.error(JSON.stringify({ message: "render failed", requestId, error: String(error) }))
        }
      }
    )
    const timeout = setTimeout(abort, RENDER_TIMEOUT_MS).unref()
  })
}

/** The edge (`runtime.server.ts`) has already answered and logged loader and action failures. */
export function handleError() {}
