/** Names of tokens on pages: symbol, else name, else the end of the address. */
import { Effect } from "effect"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"

export const XRD = "resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc" // docs/ledger.md

export class TokenNames extends Effect.Service<TokenNames>()("treasury/treasury/TokenNames", {
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger

    /** By address. */
    const namesOf = Effect.fn("TokenNames.namesOf")(function* (resources: ReadonlyArray<string>) {
      const found = yield* known(ledger.shown.entityDetails([...new Set(resources)]))
      return new Map(
        resources.map((address) => {
          const metadata = found?.byAddress.get(address)?.metadata ?? new Map()
          const name = address === XRD ? "XRD" : (textIn(metadata, "symbol") ?? textIn(metadata, "name"))
          return [address, name ?? `…${address.slice(-6)}`] as const
        })
      )
    })

    return { namesOf }
  })
}) {}
