/**
 * A ledger gateway in a process of its own, as the real one is: it returns the owner keys of accounts that were never
 * changed, which follow from their addresses, and nothing else.
 */
import { createServer } from "node:http"
import { Option } from "effect"
import { LOCAL_DAPP_DEFINITION, NETWORK_ID } from "~/effects/base/settings/networks"
import { holderOf } from "~/ledger/index"

const entity = (address: string) =>
  Option.match(holderOf(address, NETWORK_ID), {
    onNone: () => [],
    onSome: ({ curve, keyHash }) => [
      {
        address,
        explicit_metadata: {
          items: [
            {
              key: "owner_keys",
              value: {
                typed: {
                  type: "PublicKeyHashArray",
                  values: [
                    { key_hash_type: curve === "secp256k1" ? "EcdsaSecp256k1" : "EddsaEd25519", hash_hex: keyHash }
                  ]
                }
              }
            }
          ]
        }
      }
    ]
  })

const addressesIn = (body: string): ReadonlyArray<string> => {
  const { addresses } = JSON.parse(body) as { readonly addresses?: ReadonlyArray<string> }
  return addresses ?? []
}

/** The ledger's state, whose version grows with each request. */
const makeLedgerState = () => {
  let version = 1_000
  return () => ({
    network: "stokenet",
    state_version: version++,
    proposer_round_timestamp: new Date().toISOString(),
    epoch: 1,
    round: version
  })
}

export const startLedgerStub = async () => {
  const stateNow = makeLedgerState()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const isKnown = request.url === "/state/entity/details"
      const items = isKnown ? addressesIn(Buffer.concat(chunks).toString()).flatMap(entity) : []
      response.writeHead(isKnown ? 200 : 503, { "Content-Type": "application/json" })
      response.end(JSON.stringify(isKnown ? { ledger_state: stateNow(), items } : { message: "not found" }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/** The settings with which a build for a real ledger uses this gateway. */
export const settingsFor = (ledger: { readonly url: string }) => ({
  LEDGER: "stokenet",
  GATEWAY_URL: ledger.url,
  DAPP_DEFINITION_ADDRESS: LOCAL_DAPP_DEFINITION,
  SESSION_SECRET: "a secret of a goal, which is long enough",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Commonhold <no-reply@commonhold.invalid>",
  DRAIN_SECONDS: "0"
})
