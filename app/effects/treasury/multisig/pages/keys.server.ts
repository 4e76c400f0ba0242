/** Keys that a form for a rule over keys begins with. */
import { Effect, Option } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { keySeatOf, keysOfAccount } from "../keySeats"
import type { OfferedKeys } from "../views"

/**
 * The current key of each account if people sign with practice wallets, which sign with it. Real wallets do not, so
 * their signers paste a factor key of a security shield.
 */
export const offeredKeys = Effect.fnUntraced(function* (accounts: ReadonlyArray<string>) {
  const { practiceWallet } = yield* Settings
  if (!practiceWallet) return {} satisfies OfferedKeys as OfferedKeys
  const ledger = yield* Ledger
  const found = yield* Effect.forEach(
    accounts,
    (account) =>
      Effect.map(known(ledger.ownerKeys(account)), (response) => {
        if (response === null) return []
        const [key] = Option.getOrElse(response.keys, () => keysOfAccount(account))
        return key === undefined ? [] : [[account, keySeatOf(key)] as const]
      }),
    { concurrency: 4 }
  )
  return Object.fromEntries(found.flat()) satisfies OfferedKeys as OfferedKeys
})
