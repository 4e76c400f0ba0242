/** Checks that the site is reachable at its own address, and that wallets find the files they need there. */
import { Effect, Schema } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ailment } from "./Finding"

/** The error code of the operating system or of TLS is in the cause. */
const codeOf = (problem: unknown): string => {
  const cause = problem instanceof Error ? problem.cause : undefined
  return cause instanceof Error && "code" in cause ? String(cause.code) : "no answer"
}

export const fetched = (url: string, init: RequestInit = {}) =>
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
