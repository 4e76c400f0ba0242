/**
 * Visitors of a site behind a proxy with TLS: on kept-alive connections, on one connection per request, and by HTTP/2.
 */
import { type ClientHttp2Session, connect, constants } from "node:http2"
import { Agent, request } from "node:https"

export interface Asked {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns the status; fails if the connection does. */
export type Ask = (asked: Asked) => Promise<number>

export interface Visitors {
  /** Sends each request in another of the three ways. */
  readonly ask: Ask
  readonly leave: () => void
}

/** Only a lost request takes longer. */
const TIMEOUT_MS = 30_000
const LOOPBACK = "127.0.0.1"

const overHttp1 =
  (port: number, site: string, agent: Agent | false): Ask =>
  ({ body, headers, method, path }) =>
    new Promise((resolve, reject) => {
      const length = method === "GET" ? {} : { "Content-Length": String(Buffer.byteLength(body)) }
      const asking = request(
        {
          host: LOOPBACK,
          port,
          servername: site,
          rejectUnauthorized: false,
          agent,
          method,
          path,
          headers: { Host: site, ...headers, ...length },
          timeout: TIMEOUT_MS
        },
        (response) => {
          response.resume()
          response.once("error", reject)
          response.once("end", () => resolve(response.statusCode ?? 0))
        }
      )
      asking.once("timeout", () => asking.destroy(new Error("no response")))
      asking.once("error", reject)
      asking.end(body)
    })

const overHttp2 = (port: number, site: string) => {
  let session: ClientHttp2Session | undefined
  const open = () => {
    if (session !== undefined && !session.closed && !session.destroyed) return session
    session = connect(`https://${LOOPBACK}:${port}`, { servername: site, rejectUnauthorized: false })
    // Each of its requests reports the error itself.
    session.on("error", () => undefined)
    return session
  }
  const ask: Ask = ({ body, headers, method, path }) =>
    new Promise((resolve, reject) => {
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const asking = open().request({
        [constants.HTTP2_HEADER_METHOD]: method,
        [constants.HTTP2_HEADER_PATH]: path,
        [constants.HTTP2_HEADER_AUTHORITY]: site,
        ...lower,
        ...(method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) })
      })
      let status = 0
      asking.setTimeout(TIMEOUT_MS, () => asking.destroy(new Error("no response")))
      asking.once("response", (found) => {
        status = Number(found[constants.HTTP2_HEADER_STATUS])
      })
      asking.once("error", reject)
      asking.once("end", () => (status === 0 ? reject(new Error("a stream without a response")) : resolve(status)))
      asking.resume()
      // A GET ends with its headers.
      if (method !== "GET") asking.end(body)
    })
  return { ask, close: () => session?.destroy() }
}

export const visitorsOf = (port: number, site: string): Visitors => {
  const kept = new Agent({ keepAlive: true, maxSockets: 32 })
  const two = overHttp2(port, site)
  const ways = [overHttp1(port, site, kept), overHttp1(port, site, false), two.ask]
  let n = 0
  return {
    ask: (asked) => (ways[n++ % ways.length] as Ask)(asked),
    leave: () => {
      kept.destroy()
      two.close()
    }
  }
}
