/** The README's code, line for line, where the type checker reads it. `readme.test.ts` compares the two. */
import { Effect, Layer } from "effect"
import { createConnector } from "~/connector/browser"
import { Gateway } from "~/connector/index"
import type { WalletHandle } from "~/connector/WalletHandle"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { SignIn } from "~/effects/people/wallet-session/SignIn.server"

export const swapALayer = <A, E>(program: Effect.Effect<A, E, SignIn | Sessions>) => {
  const ScriptedLedger = Gateway.layerScript({ ownerKeys: {} })
  const SignInOffline = SignIn.Default.pipe(Layer.provide(ScriptedLedger), Layer.provideMerge(Sessions.Default))

  return program.pipe(Effect.provide(SignInOffline))
}

export const fiveCalls = async (
  render: (snapshot: ReturnType<WalletHandle["snapshot"]>) => void,
  transactionManifest: string
) => {
  const wallet = createConnector({
    networkId: 2,
    dAppDefinitionAddress: "account_tdx_2_1…",
    applicationName: "My dApp",
    applicationVersion: "1.0.0",
    generateChallenge: () => fetch("/challenge").then((reply) => reply.text())
  })
  wallet.subscribe(() => render(wallet.snapshot()))
  const login = await wallet.connect() // { ok: true, value } or { ok: false, error: { error, interactionId, message } }
  await wallet.sendTransaction({ transactionManifest, onTransactionId: console.log })
  await wallet.disconnect()
  return login
}
