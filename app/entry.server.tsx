/** Renders a page, as a whole: loaders have answered by then, and none of them hands on what is still to come. */
import type { AppLoadContext, EntryContext } from "@remix-run/node"
import { RemixServer } from "@remix-run/react"
import { ServedProvider } from "~/components/base/site/served"
import { documentOf } from "~/document.server"

/** Seconds, where the failure itself says nothing. */
const SOON = "5"
/** When Remix gives up on data that a loader would hand on later. */
export const streamTimeout = 4_500

/** No cache on the way may keep what a person signed in is told, nor the browser after they have signed out. */
const forNobodyElse = (request: Request, headers: Headers) => {
  if (request.headers.get("Cookie")?.includes("__Host-session=")) headers.set("Cache-Control", "private, no-store")
}

/** The data of a page, which the browser asks for when a person walks on. */
export function handleDataRequest(response: Response, { request }: { readonly request: Request }): Response {
  forNobodyElse(request, response.headers)
  return response
}

/** Routes choose the headers of a document; when to come again is part of every answer that asks for it. */
const retryAfter = (status: number, { staticHandlerContext }: EntryContext): string | null => {
  if (status !== 429 && status !== 503) return null
  const { actionHeaders, loaderHeaders } = staticHandlerContext
  const all = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]
  return all.map((each) => each.get("Retry-After")).find((text) => text !== null) ?? SOON
}

/** Which methods a page answers that was asked with another one. */
const allow = (status: number, { staticHandlerContext: { actionHeaders } }: EntryContext): string | undefined =>
  status === 405
    ? Object.values(actionHeaders)
        .flatMap((each) => each.get("Allow") ?? [])
        .at(0)
    : undefined

/** What the page of an error reads where the page itself failed. The log knows with what (`document.server.ts`). */
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
  // By it the service worker knows whose pages it may keep, and when to forget them (app/worker/pages.ts).
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
  // No cache may keep a page that is not whole.
  // As bytes: a text would be searched for lone surrogates first.
  return new Response(Buffer.from(document), { headers, status: isWhole ? status : 500 })
}

/** Loader and action failures were already answered and logged by the edge (`runtime.server.ts`). */
export function handleError() {}
