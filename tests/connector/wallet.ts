/** A whole wallet over its doubles: memory, a scripted phone, a scripted ledger. */
import { Effect, type Layer, Option } from "effect"
import { assert } from "vitest"
import type { ConnectorOptions } from "~/connector/ConnectorOptions"
import { type MemoryWallet, WalletMemory } from "~/connector/layers"
import { RequestItems } from "~/connector/RequestItems"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { Wallet } from "~/connector/Wallet"
import { WalletView } from "~/connector/WalletView"
import { approve, options } from "./world"

export type Services = Layer.Layer.Success<ReturnType<typeof WalletMemory>>

export interface World extends Partial<Omit<MemoryWallet, "options">> {
  readonly options?: Partial<ConnectorOptions>
}
/** A wallet that approves unless the test supplies another one; `asked` is what it received. */
export const world = (given: World = {}) => {
  const asked: Array<WalletInteraction> = []
  const { respond = approve, ...wallet } = given.wallet ?? {}
  const layer = WalletMemory({
    ...given,
    options: options(given.options),
    wallet: {
      ...wallet,
      respond: (interaction) => {
        asked.push(interaction)
        return respond(interaction)
      }
    }
  })
  return { asked, layer }
}
export const use = <A, E>(effect: Effect.Effect<A, E, Services>, given: World = {}) =>
  Effect.provide(effect, world(given).layer)

export const only = Effect.flatMap(RequestItems, (items) => items.list).pipe(
  Effect.map((all) => {
    assert.strictEqual(all.length, 1)
    return Option.getOrThrow(Option.fromNullable(all[0]))
  })
)
export const connect = Effect.flatMap(Wallet, (wallet) => wallet.connect())
export const snapshot = Effect.map(WalletView, (view) => view.snapshot())
