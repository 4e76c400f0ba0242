/** Renders a page's elements and the data for its scripts as the text of a document. */
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import type { ReactNode } from "react"
import { renderToPipeableStream, renderToString } from "react-dom/server"
import { inScript } from "~/effects/base/text/inScript"

const RENDER_TIMEOUT_MS = 5_000
/**
 * React writes this before the fallback of a part that failed, or whose code is not loaded. Escaped text cannot contain
 * it.
 */
const PART_IS_MISSING = "<!--$!-->"

interface Rendered {
  readonly document: string
  /** False if a part failed: its fallback is shown, and the browser tries again. */
  readonly isWhole: boolean
}

const logFailure = (error: unknown, requestId: string | undefined) =>
  console.error(JSON.stringify({ message: "render failed", requestId, error: String(error) }))

/** Waits for the code of parts and logs the errors of parts; rendering in one go does neither. */
const inTime = (page: ReactNode, requestId: string | undefined): Promise<Rendered> =>
  new Promise((resolve, reject) => {
    let isWhole = true
    const { abort, pipe } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => text(pipe(new PassThrough())).then((document) => resolve({ document, isWhole }), reject),
      onShellError: reject,
      onError: (error) => {
        isWhole = false
        logFailure(error, requestId)
      }
    })
    setTimeout(abort, RENDER_TIMEOUT_MS).unref()
  })

/** Logs errors of the page itself, which nothing else does. */
const atOnce = (page: ReactNode, requestId: string | undefined): string => {
  try {
    return renderToString(page)
  } catch (error) {
    logFailure(error, requestId)
    throw error
  }
}

/**
 * Renders everything in one go, which saves a fifth of a page's time compared to React's streams: those copy each piece
 * of text into blocks of bytes. Rejects with the page's own error.
 */
const rendered = async (page: ReactNode, requestId: string | undefined): Promise<Rendered> => {
  const document = atOnce(page, requestId)
  return document.includes(PART_IS_MISSING)
    ? inTime(page, requestId)
    : { document: `<!DOCTYPE html>${document}`, isWhole: true }
}

interface Given {
  /** The loaders' data, as Remix encodes it for its router in the browser. */
  readonly told: string
  /** The nonce of this response's policy. */
  readonly nonce: string
  /** For the log. */
  readonly requestId?: string | undefined
}

const END = "</body></html>"

/**
 * A document with the data for its scripts, after everything else: React would write it escaped, as text. The scripts
 * of the page (`page-scripts.tsx`) have opened the stream that it goes into.
 */
export const documentOf = async (page: ReactNode, { nonce, requestId, told }: Given): Promise<Rendered> => {
  const { document, isWhole } = await rendered(page, requestId)
  const data = `{const c=__remixContext.streamController;c.enqueue(${inScript(told)});c.close()}`
  return { document: `${document.slice(0, -END.length)}<script nonce="${nonce}">${data}</script>${END}`, isWhole }
}
