/**
 * Load on a server: this many requests over this many connections, each kept open and used for one request at a time.
 * Bare sockets, because a client that costs as much as the server would measure itself.
 */
import { connect } from "node:net"

export interface Load {
  readonly port: number
  readonly connections: number
  readonly requests: number
  /** The bytes of the n-th request. */
  readonly message: (n: number) => Buffer
}

export interface Took {
  readonly seconds: number
  /** Milliseconds that 99 of 100 responses took at most. */
  readonly p99: number
}

type Headers = Readonly<Record<string, string>>

/** One request as sent over the wire. */
export const messageOf = (port: number, method: string, path: string, headers: Headers = {}, body = ""): Buffer => {
  const all = {
    Host: `127.0.0.1:${port}`,
    ...headers,
    ...(method === "GET" ? {} : { "Content-Length": String(Buffer.byteLength(body)) })
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n"))
}

const HEAD_END = Buffer.from("\r\n\r\n")
const LAST_CHUNK = Buffer.from("0\r\n\r\n")

/** Whether a whole response has arrived; throws unless it is a 200. */
const isWhole = (chunks: ReadonlyArray<Buffer>, known: { end: number | undefined }, size: number): boolean => {
  if (known.end === undefined) {
    const data = Buffer.concat(chunks)
    const head = data.indexOf(HEAD_END)
    if (head === -1) return false
    const text = data.toString("latin1", 0, head)
    if (!text.startsWith("HTTP/1.1 200")) throw new Error(`unexpected response: ${text.split("\r\n")[0]}`)
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
    known.end = length === undefined ? -1 : head + HEAD_END.length + Number(length)
  }
  if (known.end >= 0) return size >= known.end
  const last = chunks.at(-1) ?? Buffer.alloc(0)
  const tail = last.length >= LAST_CHUNK.length ? last : Buffer.concat(chunks)
  return tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
}

export const hammer = ({ connections, message, port, requests }: Load): Promise<Took> =>
  new Promise((resolve, reject) => {
    const times = new Float64Array(requests)
    const begun = performance.now()
    let [asked, responded] = [0, 0]
    for (let n = 0; n < connections; n++) {
      const socket = connect(port, "127.0.0.1")
      let [chunks, size, known]: [Array<Buffer>, number, { end: number | undefined }] = [[], 0, { end: undefined }]
      let sent = 0
      const ask = () => {
        if (asked >= requests) return void socket.end()
        ;[chunks, size, known] = [[], 0, { end: undefined }]
        sent = performance.now()
        socket.write(message(asked))
        asked += 1
      }
      socket.setNoDelay(true)
      socket.on("connect", ask)
      socket.on("error", reject)
      socket.on("data", (chunk) => {
        chunks.push(chunk)
        size += chunk.length
        try {
          if (!isWhole(chunks, known, size)) return
        } catch (error) {
          socket.destroy()
          return reject(error)
        }
        times[responded] = performance.now() - sent
        responded += 1
        if (responded === requests) {
          const p99 = times.sort()[Math.ceil(requests * 0.99) - 1] ?? Number.NaN
          resolve({ seconds: (performance.now() - begun) / 1_000, p99 })
        }
        ask()
      })
    }
  })
