/**
 * The real server runtime in a test, without a build: a new SQLite file, local mode, and a gateway at its address.
 *
 * The runtime reads its settings from the environment at its first request; tests/eachFile.ts tidies up after the file.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { ActionFunctionArgs } from "@remix-run/node"
import { quickFolder } from "../../../quickFolder"

type Handler = (args: ActionFunctionArgs) => unknown

export interface RequestOptions {
  readonly method?: string
  readonly json?: unknown
  readonly body?: string
  readonly cookie?: string
  readonly address?: string
  readonly params?: Readonly<Record<string, string>>
}

export interface TestServer {
  readonly origin: string
  /** Calls a loader or action as Remix would. */
  readonly call: (handler: Handler, path: string, options?: RequestOptions) => Promise<Response>
  readonly stop: () => Promise<void>
}

const argsFor = (origin: string, path: string, options: RequestOptions): ActionFunctionArgs => {
  const body = options.json === undefined ? options.body : JSON.stringify(options.json)
  const method = options.method ?? (body === undefined ? "GET" : "POST")
  const headers = new Headers(options.cookie === undefined ? {} : { Cookie: options.cookie })
  return {
    request: new Request(`${origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
    params: { ...options.params },
    context: { requestId: `request-${path}`, nonce: "nonce", address: options.address ?? "192.0.2.1" }
  }
}

/** `seed`: with or without the demonstration's data. */
export const startTestServer = async ({ seed = "none" } = {}): Promise<TestServer> => {
  const folder = mkdtempSync(join(quickFolder, "commonhold-runtime-"))
  const call: TestServer["call"] = async (handler, path, options = {}) => {
    const reply = await handler(argsFor(origin, path, options))
    if (reply instanceof Response) return reply
    throw new Error(`${path} did not answer with a response`)
  }

  const http = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", async () => {
      const gateway = await import("~/routes/local.gateway.$")
      const path = request.url ?? ""
      const params = { "*": path.replace("/local/gateway/", "") }
      const reply = await call(gateway.action, path, { body: Buffer.concat(chunks).toString(), params })
      response.writeHead(reply.status).end(await reply.text())
    })
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  const { port } = http.address() as AddressInfo // a TCP server has one
  const origin = `http://127.0.0.1:${port}`
  Object.assign(process.env, { PORT: String(port), DATA_DIR: folder, LEDGER: "local", SEED: seed })

  return {
    origin,
    call,
    stop: async () => {
      const { disposeRuntime } = await import("~/effects/server/runtime.server")
      await disposeRuntime()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** The cookies that a response sets, ready to be sent back. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
