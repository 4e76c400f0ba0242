/** Renders a complete page: all loaders have finished, and none of them defers data. */
import type { AppLoadContext, EntryContext } from "@remix-run/node"
import { RemixServer } from "@remix-run/react"
import { ServedProvider } from "~/components/base/site/served"
import { documentOf } from "~/document.server"

/** Default in seconds, if the failure has none. */
const SOON = "5"
/** When Remix gives up on deferred data. */
export const streamTimeout = 4_500

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

/** The message of the error page if the page itself failed. The error is in the log (`document.server.ts`). */
const defect = (requestId: string | undefined) => ({ code: "E-SERVER", message: "Something went wrong.", requestId })

export default async function handleRequest(
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
  const { serverHandoffStream, ...rest } = remix
  const page = (
    <ServedProvider value={{ nonce, remix }}>
      <RemixServer context={rest} url={request.url} nonce={nonce} />
    </ServedProvider>
  )
  const told = await new Response(serverHandoffStream).text()
  const requestId = context?.requestId
  const { document, isWhole } = await documentOf(page, { told, nonce, requestId }).catch(() => {
    throw Response.json(defect(requestId), { status: 500 })
  })
  // No cache may store an incomplete page. Sent as bytes: a string would be searched for lone surrogates first.
  return new Response(Buffer.from(document), { headers, status: isWhole ? status : 500 })
}

/** The edge (`runtime.server.ts`) has already answered and logged loader and action failures. */
export function handleError() {}
