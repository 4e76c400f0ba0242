/** Balances of the user's accounts in words. */
import { Effect } from "effect"
import { Gateway } from "~/connector/index"
import type { Keys } from "./keys"
import type { Held } from "./Person"
import { grouped, nameOf } from "./words"

/** Most resources listed for each account. */
const SHOWN = 8

export const balancesOf = ({ accounts }: Keys): Effect.Effect<Held, never, Gateway> =>
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
