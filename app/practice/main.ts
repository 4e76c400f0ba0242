/**
 * The practice wallet's door and only edge: a page calls `startPracticeWallet` before its connector starts.
 *
 * Real keys and real signatures, no money: it stands in for the extension and the phone where the ledger is local.
 */
import { Effect, Layer } from "effect"
import { Vault } from "./keys"
import { panel } from "./panel"
import { practiceWallet } from "./wallet"

let isRunning = false

/** Idempotent: one wallet a page. */
export const startPracticeWallet = ({ networkId }: { readonly networkId: number }): void => {
  if (isRunning) return
  isRunning = true
  const layer = Layer.merge(
    Vault.layerStorage(() => localStorage, networkId),
    panel(document)
  )
  const options = { networkId, target: window, origin: location.origin }
  Effect.runFork(practiceWallet(options).pipe(Effect.scoped, Effect.provide(layer)))
}
