/** Accounts that proved a badge in a transaction. Pure. */
import { Array as Arr, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { CommittedTransaction } from "./facts"

const isAccount = Schema.is(AccountAddress)

/** Accounts that proved this badge in the root or a subintent; the ledger allows that only to their owners. */
export const proversOf = (
  { intents }: Pick<CommittedTransaction, "intents">,
  badge: string | null
): ReadonlyArray<AccountAddress> =>
  Arr.dedupe(
    Option.getOrElse(intents, () => []).flatMap(({ manifest }) =>
      manifest.instructions.flatMap(({ args: [at, method, of], name }) =>
        name === "CALL_METHOD" &&
        at?.kind === "Address" &&
        method?.kind === "String" &&
        method.value.startsWith("create_proof_of_") &&
        of?.kind === "Address" &&
        of.address === badge &&
        isAccount(at.address)
          ? [at.address]
          : []
      )
    )
  )
