/** Renders a page as a stream. Crawlers get it whole; browsers get the shell as soon as it is there. */
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from "@remix-run/node"
import { RemixServer } from "@remix-run/react"
import { isbot } from "isbot"
import { renderToPipeableStream } from "react-dom/server"
import { ServedProvider } from "~/components/base/site/served"
import { GatheredChunks } from "~/effects/base/remix/GatheredChunks.server"

/** Seconds, where the failure itself says nothing. */
const SOON = "5"
const RENDER_TIMEOUT_MS = 5_000
/** Remix gives up on its own streamed data a moment before we give up on the page. */
export const streamTimeout = RENDER_TIMEOUT_MS - 500

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

export default function handleRequest(
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
  const wait = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady"
  return new Promise((resolve, reject) => {
    let answerStatus = status
    const { abort, pipe } = renderToPipeableStream(
      <ServedProvider value={{ nonce, remix }}>
        <RemixServer context={remix} url={request.url} nonce={nonce} />
      </ServedProvider>,
      {
        nonce,
        [wait]() {
          const body = new GatheredChunks()
          headers.set("Content-Type", "text/html; charset=utf-8")
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answerStatus }))
          pipe(body)
        },
        onShellError: reject,
        onError(error) {
          answerStatus = 500
          console.error(
            JSON.stringify({ message: "render failed", requestId: context?.requestId, error: String(error) })
          )
        }
      }
    )
    setTimeout(abort, RENDER_TIMEOUT_MS).unref()
  })
}

/** Loader and action failures were already answered and logged by the edge (`runtime.server.ts`). */
export function handleError() {}
