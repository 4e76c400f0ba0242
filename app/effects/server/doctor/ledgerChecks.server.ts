/**
 * Checks that the ledger can be read and is current, that it and this site name each other, and that their clocks
 * agree.
 */
import { Clock, Effect, Schema } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn, textsIn } from "~/effects/chain/ledger/metadata"
import { GatewayLive } from "../gateway.server"

/** The result of one check of the doctor. */
export interface Finding {
  /** `advice`: the site works, but something should be checked. `skipped`: another check must succeed first. */
  readonly state: "well" | "advice" | "wrong" | "skipped"
  readonly message: string
}

export interface Named extends Finding {
  readonly check: string
}

/** The failure of a check that found a problem. */
export class Ailment extends Schema.TaggedError<Ailment>()("Ailment", {
  /** The problem, and what to do. */
  message: Schema.String,
  state: Schema.optionalWith(Schema.Literal("advice", "wrong"), { default: () => "wrong" as const })
}) {}

const MARKS = { well: "ok    ", advice: "look  ", wrong: "WRONG ", skipped: "-     " } as const

export const lineOf = ({ check, message, state }: Named): string => `${MARKS[state]} ${check.padEnd(11)} ${message}`

/** The error code of the operating system or of TLS is in the cause. */
const codeOf = (problem: unknown): string => {
  const cause = problem instanceof Error ? problem.cause : undefined
  return cause instanceof Error && "code" in cause ? String(cause.code) : "no answer"
}

const fetched = (url: string, init: RequestInit = {}) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, { ...init, signal, redirect: "manual" })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    catch: codeOf
  })

export const originCheck = Effect.gen(function* () {
  const { appOrigin } = yield* Settings
  const { status } = yield* Effect.mapError(
    fetched(`${appOrigin}/readyz`),
    (code) =>
      new Ailment({
        message: `No server answers at ${appOrigin} (${code}). Is the server running, does the name resolve to it, and does the proxy have a valid certificate?`
      })
  )
  if (status === 200) return `${appOrigin} answers and is ready.`
  if (status >= 300 && status < 400) {
    return yield* new Ailment({
      message: `${appOrigin} redirects visitors to another address (${status}). Set APP_ORIGIN to the final one.`
    })
  }
  return yield* new Ailment({
    message: `${appOrigin}/readyz answers ${status}. 503 is ours: the log says why; anything else comes from the proxy.`
  })
})

const DApps = Schema.parseJson(
  Schema.Struct({ dApps: Schema.Array(Schema.Struct({ dAppDefinitionAddress: Schema.String })) })
)

export const wellKnownCheck = Effect.gen(function* () {
  const { appOrigin, dAppDefinitionAddress } = yield* Settings
  const url = `${appOrigin}/.well-known/radix.json`
  const { status, text } = yield* Effect.mapError(
    fetched(url),
    (code) => new Ailment({ message: `${url} cannot be read (${code}). Wallets need it; see the check "origin".` })
  )
  const read = yield* Effect.option(Schema.decodeUnknown(DApps)(text))
  const names = read._tag === "Some" ? read.value.dApps.map((dApp) => dApp.dAppDefinitionAddress) : undefined
  if (status !== 200 || names === undefined) {
    return yield* new Ailment({
      message: `${url} is not the server's own (${status}). Configure the proxy to pass /.well-known/ on to the server.`
    })
  }
  if (!names.includes(dAppDefinitionAddress)) {
    return yield* new Ailment({
      message: `${url} does not name ${dAppDefinitionAddress}. Another server answers there, or one with another DAPP_DEFINITION_ADDRESS; restart it.`
    })
  }
  return "/.well-known/radix.json names the dApp definition."
})

/** Seconds. One-time codes and wallet requests are valid for minutes. */
const CLOCK_OFF = 30
/** Seconds. The ledger's rounds are some seconds apart. */
const LEDGER_OLD = 120
const RELAY_LIMIT = "5 seconds"
const KEYS = ["account_type", "name", "icon_url", "claimed_websites"]

const reading = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  Effect.provide(read, Ledger.Default).pipe(Effect.provide(GatewayLive))

export const gatewayCheck = Effect.gen(function* () {
  const { gatewayUrl } = yield* Settings
  const { epoch, time } = yield* reading(Effect.flatMap(Ledger, (ledger) => ledger.currentState())).pipe(
    Effect.mapError(
      () =>
        new Ailment({
          message: `The ledger gateway at ${gatewayUrl} does not answer. Check GATEWAY_URL and outgoing connections.`
        })
    )
  )
  const age = Math.round(((yield* Clock.currentTimeMillis) - Date.parse(time.at)) / 1_000)
  if (age > LEDGER_OLD) {
    return yield* new Ailment({
      message: `The ledger gateway is ${age} seconds behind. Wait, or set GATEWAY_URL to another; see also the check "clock".`
    })
  }
  return `The ledger gateway answers, at epoch ${epoch}.`
})

export const definitionCheck = Effect.gen(function* () {
  const { appOrigin, dAppDefinitionAddress: address, gatewayUrl } = yield* Settings
  const { byAddress } = yield* reading(
    Effect.flatMap(Ledger, (ledger) => ledger.entityDetails([address], { metadata: KEYS }))
  ).pipe(
    Effect.mapError((error) =>
      error._tag === "GatewayDown"
        ? new Ailment({ message: `${address} cannot be read: the gateway at ${gatewayUrl} does not answer.` })
        : new Ailment({
            message: `The ledger does not know ${address}. Check DAPP_DEFINITION_ADDRESS and the network.`
          })
    )
  )
  const metadata = byAddress.get(address)?.metadata ?? new Map()
  const wanting = [
    ...(textIn(metadata, "account_type") === "dapp definition" ? [] : [`account_type "dapp definition"`]),
    ...(textsIn(metadata, "claimed_websites").includes(appOrigin) ? [] : [`claimed_websites with ${appOrigin}`])
  ]
  if (wanting.length > 0) {
    return yield* new Ailment({
      message: `The account ${address} lacks ${wanting.join(" and ")}, so that wallets refuse this site. Set it in the developer console of the network (docs/operations/stokenet.md, "The dApp definition").`
    })
  }
  const plain = ["name", "icon_url"].filter((key) => textIn(metadata, key) === null)
  if (plain.length > 0) {
    return yield* new Ailment({
      state: "advice",
      message: `The dApp definition names this site, but has no ${plain.join(" and no ")}: wallets show an unnamed dApp.`
    })
  }
  return `The dApp definition "${textIn(metadata, "name")}" names this site.`
})

export const clockCheck = Effect.gen(function* () {
  const { gatewayUrl } = yield* Settings
  const { headers } = yield* fetched(`${gatewayUrl}/status/gateway-status`, { method: "POST", body: "{}" }).pipe(
    Effect.mapError(
      (code) => new Ailment({ message: `There is nothing to compare with: the gateway does not answer (${code}).` })
    )
  )
  const theirs = Date.parse(headers.get("Date") ?? "")
  if (Number.isNaN(theirs)) return "The gateway reports no time; compare the clock by hand."
  const off = Math.round(((yield* Clock.currentTimeMillis) - theirs) / 1_000)
  if (Math.abs(off) > CLOCK_OFF) {
    return yield* new Ailment({
      message: `This machine's clock is ${Math.abs(off)} seconds ${off > 0 ? "ahead" : "behind"}. Set it by NTP (timedatectl set-ntp true).`
    })
  }
  return "This machine's clock is accurate to within half a minute."
})

/** Browsers use the relay, not this machine, so a relay that cannot be reached from here may still work. */
export const relayCheck = Effect.gen(function* () {
  const { relayUrl } = yield* Settings
  yield* fetched(relayUrl).pipe(
    Effect.timeoutFail({ duration: RELAY_LIMIT, onTimeout: () => "no answer" }),
    Effect.mapError(
      (code) =>
        new Ailment({
          state: "advice",
          message: `The relay ${relayUrl} does not answer this machine (${code}). Browsers use it directly; if wallets on phones cannot connect, check RELAY_URL.`
        })
    )
  )
  return "The relay for wallets on phones answers."
})
