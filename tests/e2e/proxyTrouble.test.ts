/**
 * The proxies' examples of docs/operations in trouble: slow clients, a database that goes away, and no server at all.
 * Proxies that are not installed are skipped, with a message.
 */
import type { ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { connect, type TLSSocket } from "node:tls"
import { expect, test } from "@playwright/test"
import { startPostgres } from "../postgres"
import { isInstalled, proxies, SITE } from "../proxyExamples"
import { quickFolder } from "../quickFolder"
import { ask, ORIGIN, portOf, startProxy } from "./behindProxy"
import { type RunningServer, startServer } from "./server"

const EACH = 40
/** A second more than the examples allow for headers and for a body, plus the interval at which the proxies check. */
const HEADERS_WITHIN_MS = 20_000
const BODY_WITHIN_MS = 40_000
const BETWEEN_BYTES_MS = 2_000

const MESSAGE = "This is a message that nobody should have to type twice."
const postForm = (port: number) =>
  ask(port, {
    method: "POST",
    path: "/support",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" },
    body: Buffer.from(
      new URLSearchParams({
        name: "Ada",
        email: "ada@example.org",
        topic: "other",
        message: MESSAGE,
        website: ""
      }).toString()
    )
  })

/** Sends the beginning, then byte by byte, until the other side closes the connection. Returns how long that took. */
const dribble = (port: number, first: string, byte: string, longest: number) =>
  new Promise<number>((resolve) => {
    const began = performance.now()
    const socket: TLSSocket = connect({ port, host: "127.0.0.1", servername: SITE, rejectUnauthorized: false })
    const timer = setInterval(() => socket.write(byte), BETWEEN_BYTES_MS)
    const end = () => {
      clearInterval(timer)
      clearTimeout(limit)
      socket.destroy()
      resolve(performance.now() - began)
    }
    const limit = setTimeout(end, longest + 10_000)
    socket.on("secureConnect", () => socket.write(first))
    socket.on("error", end)
    socket.on("end", end)
    socket.on("close", end)
    socket.resume()
  })

const slowHeaders = (port: number) => dribble(port, `GET / HTTP/1.1\r\nHost: ${SITE}\r\nX: `, "a", HEADERS_WITHIN_MS)
const slowBody = (port: number) =>
  dribble(
    port,
    `POST /support HTTP/1.1\r\nHost: ${SITE}\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 20000\r\n\r\nmessage=`,
    "a",
    BODY_WITHIN_MS
  )

for (const proxy of proxies) {
  test(`${proxy.command}: slow clients block nobody, and errors have readable pages`, async () => {
    test.skip(!isInstalled(proxy.command), `${proxy.command} is not installed`)
    test.setTimeout(240_000)
    const postgres = await startPostgres()
    test.skip(postgres === null, "Postgres is not installed")
    if (postgres === null) return
    const folder = mkdtempSync(join(quickFolder, `commonhold-${proxy.command}-`))
    const env = {
      APP_ORIGIN: ORIGIN,
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, "data"),
      SESSION_SECRET: "s".repeat(32)
    }
    let child: ChildProcess | undefined
    const running: Array<RunningServer> = []
    let isThere = true
    try {
      for (let n = 0; n < 2; n++) running.push(await startServer(env))
      const [one, two] = running.map(portOf)
      const started = await startProxy(proxy, folder, [one ?? 0, two ?? 0])
      child = started.child
      const { port } = started
      expect((await postForm(port)).status).toBe(200)

      const slow = [
        ...Array.from({ length: EACH }, async () => ({ limit: HEADERS_WITHIN_MS, took: await slowHeaders(port) })),
        ...Array.from({ length: EACH }, async () => ({ limit: BODY_WITHIN_MS, took: await slowBody(port) }))
      ]
      const asked = performance.now()
      expect((await ask(port, { path: "/support" })).status).toBe(200)
      expect(performance.now() - asked).toBeLessThan(5_000)
      for (const { limit, took } of await Promise.all(slow)) expect(took).toBeLessThan(limit)

      await postgres.stop()
      isThere = false
      // Until every server reports that it is not ready, and after that.
      for (let n = 0; n < 12; n++) {
        const refused = await postForm(port)
        expect(refused.status).toBe(503)
        expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
        expect(refused.text).toContain(MESSAGE)
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }

      for (const server of running.splice(0)) await server.stop()
      const gone = await postForm(port)
      expect(gone.status).toBe(503)
      expect(gone.headers["retry-after"]).toBe("10")
      expect(gone.text).toContain("Go back: your browser still has what you typed.")
    } finally {
      child?.kill("SIGTERM")
      for (const server of running) await server.stop()
      if (isThere) await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
