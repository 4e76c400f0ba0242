/** Gets test tokens for the user's first account. A gift needs no approval. */
import { Effect } from "effect"
import { renderManifest, Templates, wellKnown } from "~/ledger/index"
import type { Failure } from "./ask"
import type { Keys } from "./keys"
import { sendTransaction } from "./transaction"

/** Amount per call of the faucet (docs/ledger.md). */
export const FAUCET_AMOUNT = "10,000"

/** Returns the account that received them. */
export const fromFaucet = Effect.fn("practice.fromFaucet")(function* ({ accounts }: Keys, networkId: number) {
  const [account] = accounts
  if (account === undefined) return yield* Effect.fail<Failure>({ error: "wrongAccountType" })
  const lock = `CALL_METHOD Address("${wellKnown("faucet", networkId)}") "lock_fee" Decimal("5");`
  const manifest = `${lock}\n${renderManifest(Templates.fromFaucet(account.address, networkId))}`
  yield* sendTransaction({ manifest, message: undefined, signers: [] }, networkId)
  return account.label
})
