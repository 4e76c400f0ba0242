/** Sends one request as raw bytes: HTTP clients normalise paths and headers. */
import { connect } from "node:net"
import type { Ask } from "./asks"

const TIMEOUT_MS = 30_000

/** The status of the first response; undefined if the connection closed without one. */
export const sendRaw = (port: number, { body, headers, method, path }: Ask): Promise<number | undefined> =>
  new Promise((resolve) => {
    const bytes = Buffer.from(body ?? "")
    const lines = Object.entries({
      Host: `127.0.0.1:${port}`,
      Connection: "close",
      ...headers,
      ...(body === undefined ? {} : { "Content-Length": String(bytes.length) })
    }).map(([name, value]) => `${name}: ${value}`)
    const head = [`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n")
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      socket.write(Buffer.from(head, "latin1"))
      socket.write(bytes)
    })
    let text = ""
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(
        text.replace(/^HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/, "")
      )?.[1]
      resolve(status === undefined ? undefined : Number(status))
    }
    const timer = setTimeout(end, TIMEOUT_MS)
    socket.on("data", (chunk) => {
      if (text.length < 4_096) text += chunk.toString("latin1")
      // A stream of events does not end.
      if (text.includes("text/event-stream")) end()
    })
    socket.on("error", () => undefined)
    socket.on("close", end)
  })
