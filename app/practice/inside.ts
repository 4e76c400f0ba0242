/** The practice wallet opened without a request: its balances, and test tokens on demand. */
import { Effect } from "effect"
import type { Gateway } from "~/connector/index"
import { balancesOf } from "./balances"
import { FAUCET_AMOUNT, fromFaucet } from "./faucet"
import { Vault } from "./keys"
import { Person } from "./Person"

/** Shows the wallet with a message about what just happened, until the user closes it. */
export const makeInside = (networkId: number) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const person = yield* Person

    const inside = (news: string): Effect.Effect<void, never, Gateway> =>
      Effect.gen(function* () {
        const held = yield* balancesOf(vault.keys)
        const shown = { keys: vault.keys, person: yield* vault.person, held }
        if ((yield* person.lookInside(shown, news)) === "away") return
        const told = yield* Effect.match(fromFaucet(vault.keys, networkId), {
          onFailure: () => "The faucet did not respond. Try again in a minute.",
          onSuccess: (label) => `${FAUCET_AMOUNT} test XRD arrived in ${label}.`
        })
        yield* inside(told)
      })

    return inside
  })
