/** The practice wallet opened without a request: its balances, and test tokens on demand. */
import { Effect } from "effect"
import { Gateway } from "~/connector/index"
import { FAUCET_AMOUNT, fromFaucet } from "./faucet"
import { type Keys, Vault } from "./keys"
import { type Held, Person } from "./Person"
import { grouped, nameOf } from "./words"

// Balances of the user's accounts in words.

/** Most resources listed for each account. */
const SHOWN = 8

const balancesOf = ({ accounts }: Keys): Effect.Effect<Held, never, Gateway> =>
  Effect.gen(function* () {
    const gateway = yield* Gateway
    const rows = yield* Effect.forEach(accounts, ({ address }) =>
      Effect.gen(function* () {
        const { items } = yield* gateway.entityFungibles(address)
        const lines = yield* Effect.forEach(
          items.filter(({ amount }) => amount !== undefined && amount !== "0").slice(0, SHOWN),
          ({ amount = "0", resource_address }) =>
            Effect.map(nameOf(resource_address), (name) => `${grouped(amount)} ${name}`)
        )
        return [address, lines] as const
      })
    )
    return new Map(rows)
  }).pipe(
    Effect.catchAll((error) => Effect.as(Effect.logDebug("the balances could not be read", error._tag), undefined))
  )

/** Shows the wallet with a message about what just happened, until the user closes it. */
export const makeInside = (networkId: number) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const person = yield* Person

    const inside = (news: string): Effect.Effect<void, never, Gateway> =>
      Effect.gen(function* () {
        const held = yield* balancesOf(vault.keys)
        const shown = { keys: vault.keys, person: yield* vault.person, held }
        if ((yield* person.showWallet(shown, news)) === "away") return
        const reported = yield* Effect.match(fromFaucet(vault.keys, networkId), {
          onFailure: () => "The faucet did not respond. Try again in a minute.",
          onSuccess: (label) => `${FAUCET_AMOUNT} test XRD arrived in ${label}.`
        })
        yield* inside(reported)
      })

    return inside
  })
