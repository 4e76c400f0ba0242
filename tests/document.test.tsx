/** A page as text, also if one of its components fails or is not loaded yet. */
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import fc from "fast-check"
import { createElement, Fragment, lazy, type ReactNode, Suspense, useId } from "react"
import { renderToPipeableStream } from "react-dom/server"
import { afterEach, expect, test, vi } from "vitest"
import { documentOf } from "~/document.server"
import { inScript } from "~/effects/base/text/inScript"

const NONCE = "bm9uY2U"
const TOLD = '[{"_1":2},"</script>"]\n'
const DATA = `<script nonce="${NONCE}">{const c=__remixContext.streamController;c.enqueue(${inScript(TOLD)});c.close()}</script>`
const renderedFor = (page: ReactNode) => documentOf(page, { told: TOLD, nonce: NONCE, requestId: "r-1" })
const documentFor = async (page: ReactNode) => (await renderedFor(page)).document

afterEach(() => void vi.restoreAllMocks())

const Page = ({ part }: { readonly part: ReactNode }) => (
  <html lang="en">
    <body>
      <h1>{"A page & <!--$!-->"}</h1>
      <Suspense fallback="Loading">{part}</Suspense>
    </body>
  </html>
)

test("a page is a whole document", async () => {
  expect(await documentFor(<Page part={<p>A part</p>} />)).toBe(
    '<!DOCTYPE html><html lang="en"><body><h1>A page &amp; &lt;!--$!--&gt;</h1><!--$--><p>A part</p><!--/$-->' +
      DATA +
      "</body></html>"
  )
})

const Named = ({ children }: { readonly children?: ReactNode }) => <p id={useId()}>{children}</p>
const kinds = ["p", "span", Named, Suspense, Fragment] as const
const { node } = fc.letrec<{ node: ReactNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    fc.oneof(fc.string(), fc.integer(), fc.constantFrom(null, false, "&", "a", "long ".repeat(1_000))),
    fc
      .tuple(fc.constantFrom(...kinds), fc.array(tie("node"), { maxLength: 4 }))
      .map(([kind, inside]) => createElement(kind as "p", null, ...inside)) // each of them takes children
  )
}))

test("a page equals React's stream for any content", async () => {
  await fc.assert(
    fc.asyncProperty(node, async (part) => {
      const streamed = await new Promise<string>((resolve, reject) => {
        const { pipe } = renderToPipeableStream(<Page part={part} />, {
          progressiveChunkSize: Number.POSITIVE_INFINITY,
          onAllReady: () => resolve(text(pipe(new PassThrough()))),
          onError: reject
        })
      })
      expect(await documentFor(<Page part={part} />)).toBe(streamed.replace("</body>", `${DATA}</body>`))
    })
  )
})

test("a page waits for a component whose code is not loaded yet, and shows it in its place", async () => {
  const Part = lazy(async () => ({ default: () => <p>{"long ".repeat(4_000)}</p> }))
  const { document, isWhole } = await renderedFor(<Page part={<Part />} />)
  expect(isWhole).toBe(true)
  expect(document).toContain("<!--$--><p>long long")
  expect(document).not.toContain("Loading")
  expect(document.match(/<script/g)).toHaveLength(1)
})

test("a page keeps the rest when a component fails, and logs the error", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const Broken = () => {
    throw new Error("no such thing")
  }
  const { document, isWhole } = await renderedFor(<Page part={<Broken />} />)
  expect(document).toContain("Loading")
  expect(isWhole).toBe(false)
  expect(said.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    { message: "render failed", requestId: "r-1", error: "Error: no such thing" }
  ])
})

test("a page is rejected when it fails itself, so that an error response can be sent, and logs the error", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const Broken = (): never => {
    throw new Error("no such page")
  }
  await expect(documentFor(<Broken />)).rejects.toThrow("no such page")
  expect(said.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    { message: "render failed", requestId: "r-1", error: "Error: no such page" }
  ])
})
