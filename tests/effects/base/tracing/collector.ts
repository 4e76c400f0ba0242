/** An OTLP collector for tests: records the bodies it receives and the spans in them. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Readonly<Record<string, unknown>> }>
  readonly status: { readonly code: number }
}
interface Traces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<SentSpan> }>
  }>
}

export const spansIn = (body: string): ReadonlyArray<SentSpan> =>
  (JSON.parse(body) as Traces).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

export const startCollector = async () => {
  const bodies: Array<string> = []
  const paths: Array<string> = []
  const http = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      paths.push(`${request.method} ${request.url} ${request.headers["content-type"]}`)
      bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  const { port } = http.address() as AddressInfo // a TCP server has one
  return {
    address: `http://127.0.0.1:${port}`,
    bodies,
    paths,
    spans: () => bodies.flatMap(spansIn),
    stop: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    }
  }
}

/** The value of a span's attribute, whatever its type. */
export const reported = ({ attributes }: SentSpan, key: string): unknown =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0]
