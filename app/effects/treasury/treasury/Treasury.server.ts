/**
 * Balances of a treasury from the ledger, and its movements as the indexer recorded them. What pages show may be a
 * minute old and carries its time; no decision uses it.
 */
import { Cache, Duration, Effect, Exit, Order } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { type AmountText, amountOf, formatAmount, isNonFungible, NOTHING } from "~/ledger/index"
import { linesOf } from "./balances"
import { makeMovementLists } from "./MovementLists.server"
import { TokenNames, XRD } from "./TokenNames.server"
import type { ShownTreasury, TreasuryView } from "./view"

const LIFE = Duration.seconds(60) // docs/product/treasury.md
const AFTER_TROUBLE = Duration.seconds(5)
const REMEMBERED = 500
/** Holdings whose names are read; a treasury with more has received spam. */
const SHOWN = 100
/** Tokens with a chart of their balance. */
const LINES = 4

const largestFirst = Order.reverse(Order.mapInput(Order.bigint, ({ size }: { readonly size: bigint }) => size))

const largestOf = (held: ReadonlyMap<ResourceAddress, AmountText>) =>
  [...held]
    .map(([resource, amount]) => ({ resource, size: amountOf(amount) }))
    .filter(({ resource, size }) => size > 0n && !isNonFungible(resource, NETWORK_ID))
    .sort(largestFirst)
    .slice(0, SHOWN)

export class Treasury extends Effect.Service<Treasury>()("treasury/treasury/Treasury", {
  dependencies: [TokenNames.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const { namesOf } = yield* TokenNames
    const { changes, movements } = yield* makeMovementLists

    const read = Effect.fn("Treasury.read")(function* (account: AccountAddress) {
      const { byAccount, time } = yield* ledger.shown.balances([account])
      const held = largestOf(byAccount.get(account) ?? new Map())
      const names = yield* namesOf(held.map(({ resource }) => resource))
      return {
        time,
        holdings: held.map(({ resource, size }) => ({
          resource,
          name: names.get(resource) ?? resource,
          amount: formatAmount(size)
        }))
      } satisfies TreasuryView
    })

    const remembered = yield* Cache.makeWith({
      capacity: REMEMBERED,
      lookup: read,
      timeToLive: (exit) => (Exit.isSuccess(exit) && exit.value.time.isFresh ? LIFE : AFTER_TROUBLE)
    })

    /** For pages. */
    const shown = Effect.fn("Treasury.shown")(
      ({ treasuryAccount }: Pick<Community, "treasuryAccount">): Effect.Effect<ShownTreasury> =>
        treasuryAccount === null
          ? Effect.succeed({ state: "none" })
          : Effect.match(remembered.get(treasuryAccount), {
              onFailure: () => ({ state: "down" }),
              onSuccess: (view) => ({ state: "known", ...view })
            })
    )

    /** Balances of the community's own token, of XRD, and of other tokens it holds. */
    const lines = Effect.fn("Treasury.lines")(function* (
      { id, tokenResource, tokenSymbol }: Pick<Community, "id" | "tokenResource" | "tokenSymbol">,
      now: ShownTreasury
    ) {
      const held = now.state === "known" ? now.holdings : []
      const names = new Map([[XRD, "XRD"], ...held.map(({ name, resource }) => [resource, name] as const)])
      if (tokenResource !== null && tokenSymbol !== null) names.set(tokenResource, tokenSymbol)
      const first = tokenResource === null ? [XRD] : [tokenResource, XRD]
      const resources = [...new Set([...first, ...held.map(({ resource }) => resource)])].slice(0, LINES)
      const changed = yield* changes(id, resources)
      const amountIn = (resource: string) => held.find((each) => each.resource === resource)?.amount ?? NOTHING
      return linesOf(
        changed,
        resources.map((resource) => ({
          resource,
          name: names.get(resource) ?? `…${resource.slice(-6)}`,
          held: now.state === "known" && now.time.isFresh ? amountIn(resource) : null
        }))
      )
    })

    return { shown, movements, lines }
  })
}) {}
