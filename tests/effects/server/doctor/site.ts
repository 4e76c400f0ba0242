/**
 * A site, its gateway and its relay on one port of this machine, and its mail server on another: all healthy unless
 * told otherwise.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { SMTPServer } from "smtp-server"
import { metadataItem, originsValue, textValue } from "~/effects/local/gateway/metadata.server"

export const DEFINITION = "account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa"

export interface Site {
  readonly origin: string
  readonly variables: Readonly<Record<string, string>>
  /** Failing responses of paths: a status and a text. */
  readonly instead: Record<string, readonly [status: number, text: string]>
  metadata: ReadonlyArray<ReturnType<typeof metadataItem>>
  /** Of the gateway's clock, in milliseconds from ours. */
  clock: number
  /** Of the newest round, in milliseconds. */
  age: number
}

const listen = (server: Server | SMTPServer) =>
  new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = (server instanceof SMTPServer ? server.server : server).address() as AddressInfo // TCP
      resolve(port)
    })
  })

const ledgerState = (age: number) => ({
  network: "stokenet",
  state_version: 7,
  proposer_round_timestamp: new Date(Date.now() - age).toISOString(),
  epoch: 3,
  round: 1
})

const responseOf = (site: Site, path: string): readonly [number, string] => {
  const reported = site.instead[path]
  if (reported !== undefined) return reported
  const ledger_state = ledgerState(site.age)
  const details = [{ address: DEFINITION, metadata: { items: site.metadata } }]
  const responses: Readonly<Record<string, unknown>> = {
    "/readyz": { ready: true },
    "/.well-known/radix.json": { dApps: [{ dAppDefinitionAddress: DEFINITION }] },
    "/transaction/construction": { ledger_state },
    "/state/entity/details": { ledger_state, items: details },
    "/status/gateway-status": { ledger_state },
    "/relay": {}
  }
  const body = responses[path]
  return body === undefined ? [404, "{}"] : [200, JSON.stringify(body)]
}

const open = async (dataDir: string) => {
  const instead: Site["instead"] = {}
  const site: Site = { origin: "", variables: {}, instead, metadata: [], clock: 0, age: 1_000 }
  const http = createServer((request, response) => {
    const [status, text] = responseOf(site, request.url ?? "")
    response.sendDate = false
    response.writeHead(status, { Date: new Date(Date.now() + site.clock).toUTCString() }).end(text)
  })
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], logger: false })
  const origin = `http://127.0.0.1:${await listen(http)}`
  const metadata = [
    metadataItem("name", textValue("Commons")),
    metadataItem("icon_url", textValue("https://commons.example/icon.png")),
    metadataItem("account_type", textValue("dapp definition")),
    metadataItem("claimed_websites", originsValue([origin]))
  ]
  const variables = {
    LEDGER: "stokenet",
    APP_ORIGIN: origin,
    GATEWAY_URL: origin,
    RELAY_URL: `${origin}/relay`,
    DAPP_DEFINITION_ADDRESS: DEFINITION,
    SESSION_SECRET: "s".repeat(32),
    SMTP_URL: `smtp://127.0.0.1:${await listen(smtp)}`,
    MAIL_FROM: "Commons <post@commons.example>",
    DATA_DIR: dataDir
  }
  const stop = async () => {
    http.closeAllConnections()
    await Promise.all([new Promise((done) => http.close(done)), new Promise<void>((done) => smtp.close(() => done()))])
  }
  return Object.assign(site, { origin, variables, metadata, stop })
}

/** A site that ends with the scope. */
export const siteIn = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.promise(() => open(dataDir)),
    ({ stop }) => Effect.promise(stop)
  )
