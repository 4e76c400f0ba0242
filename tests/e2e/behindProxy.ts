/** Runs a proxy of docs/operations in front of servers, and sends requests through it. */
import { spawn } from "node:child_process"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { request } from "node:https"
import { createServer } from "node:net"
import { expect } from "@playwright/test"
import { type Proxy, SITE } from "../proxyExamples"
import type { RunningServer } from "./server"

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}
export interface ReceivedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export const ORIGIN = `https://${SITE}`
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

export const send = (port: number, { body, headers = {}, method = "GET", path }: Asked) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(body.length) }
    const asking = request(
      {
        host: "127.0.0.1",
        port,
        servername: SITE,
        rejectUnauthorized: false,
        agent: false,
        method,
        path,
        headers: { Host: SITE, Origin: ORIGIN, ...headers, ...length }
      },
      resolve
    )
    asking.once("error", reject)
    asking.end(body)
  })

export const ask = async (port: number, asked: Asked): Promise<ReceivedResponse> => {
  const response = await send(port, asked)
  const chunks: Array<Uint8Array> = []
  for await (const chunk of response) chunks.push(chunk as Uint8Array)
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }
}

export const startProxy = async ({ command, prepare }: Proxy, folder: string, servers: readonly [number, number]) => {
  const port = await freePort()
  const { env, run } = prepare({ folder, port, servers })
  const child = spawn(command, run, { env: { NODE_ENV: "test", PATH: process.env.PATH, ...env }, stdio: "pipe" })
  let said = ""
  child.stderr.on("data", (text) => {
    said += String(text)
  })
  child.stdout.resume()
  await expect
    .poll(() =>
      ask(port, { path: "/healthz" }).then(
        ({ status }) => status,
        () => (child.exitCode === null ? 0 : said)
      )
    )
    .toBe(200)
  return { child, port }
}

export const portOf = ({ origin }: RunningServer) => Number(new URL(origin).port)
