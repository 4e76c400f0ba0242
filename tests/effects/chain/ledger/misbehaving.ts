/** A gateway on a port of this machine that sends scripted replies, and the server's ledger behind it. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type Duration, Effect, Layer } from "effect"
import { Gateway, GatewayConfig } from "~/connector/index"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PacedHttp, TracedHttp } from "~/effects/server/gateway.server"

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown
  /** Never responds. */
  readonly isSilent?: boolean
}

export interface Misbehaving {
  readonly asked: Array<string>
  /** Sent in order; the last one repeats. */
  replies: Array<Reply>
  readonly ledger: Layer.Layer<Ledger>
}

const STATE = {
  network: "stokenet",
  state_version: 7,
  proposer_round_timestamp: "2026-11-20T10:00:00Z",
  epoch: 3,
  round: 1
}
export const WELL = { ledger_state: STATE }
/** @param call timeout of one call */
export const misbehaving = (call: Duration.DurationInput) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Misbehaving & { readonly stop: () => Promise<void> }>((resolve) => {
          const gateway = { asked: [] as Array<string>, replies: [{ body: WELL }] as Array<Reply> }
          const http = createServer((request, response) => {
            gateway.asked.push(request.url ?? "")
            const {
              body = "",
              headers = {},
              isSilent,
              status = 200
            } = (gateway.replies.length > 1 ? gateway.replies.shift() : gateway.replies[0]) ?? {}
            if (isSilent === true) return
            response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body))
          })
          http.listen(0, "127.0.0.1", () => {
            const { port } = http.address() as AddressInfo // a TCP server has one
            const config = Layer.succeed(GatewayConfig, {
              baseUrl: `http://127.0.0.1:${port}`,
              applicationName: "Commonhold",
              applicationVersion: "1.0.0",
              dAppDefinitionAddress: "account_tdx_2_none",
              timeout: call
            })
            const client = Gateway.layer.pipe(
              Layer.provide(Layer.provide(TracedHttp, PacedHttp)),
              Layer.provide(config)
            )
            const stop = () =>
              new Promise<void>((done) => {
                http.close(() => done())
                http.closeAllConnections()
              })
            resolve(Object.assign(gateway, { ledger: Layer.provide(Ledger.Default, client), stop }))
          })
        })
    ),
    ({ stop }) => Effect.promise(stop)
  )
