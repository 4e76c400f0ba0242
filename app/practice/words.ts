/** Describes what a transaction moves: out of the user's accounts first, then into them, then others. */
import { Effect } from "effect"
import { Gateway, type GatewayError } from "~/connector/index"
import type { Keys } from "./keys"

interface Change {
  readonly resource_address: string
  readonly component_entity: { readonly entity_address: string }
  readonly amount: string
}

export const short = (address: string) => `${address.slice(0, address.indexOf("_") + 1)}…${address.slice(-8)}`

/** For example "12,345.5"; decimals stay as they are. */
export const grouped = (amount: string): string => {
  const [whole = "", ...part] = amount.split(".")
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...part].join(".")
}

/** A resource that the transaction creates: the address in the preview is not its final one. */
const isUnknown = (error: GatewayError) => error._tag === "RequestStatusNotOk" && error.status === 404

const kindOf = (address: string): string => {
  const word = address.slice(0, address.indexOf("_"))
  return word === "resource" ? "token" : word
}

/** Symbol or name of a resource. */
export const nameOf = (resource: string) =>
  Effect.gen(function* () {
    const gateway = yield* Gateway
    const items = yield* gateway.entityMetadata(resource)
    const named = (key: string) => items.find((item) => item.key === key)?.value.typed.value
    const name = named("symbol") ?? named("name")
    return typeof name === "string" && name !== "" ? name : short(resource)
  }).pipe(
    // Without a name the address is shown, which is enough to read the transaction.
    Effect.catchAll((error) =>
      Effect.as(
        Effect.logDebug("a resource has no name", error._tag),
        isUnknown(error) ? `of a new ${kindOf(resource)}` : short(resource)
      )
    )
  )

/** Label of an account, or its address. */
const placeOf = (address: string, { accounts }: Keys) => {
  const own = accounts.find((account) => account.address === address)
  if (own !== undefined) return Effect.succeed(own.label)
  return Effect.flatMap(Gateway, (gateway) => gateway.entityMetadata(address)).pipe(
    Effect.as(short(address)),
    Effect.catchAll((error) => Effect.succeed(isUnknown(error) ? `a new ${kindOf(address)}` : short(address)))
  )
}

/** Names of distinct addresses, resolved by `name`. */
const namesOf = <R>(addresses: ReadonlyArray<string>, name: (address: string) => Effect.Effect<string, never, R>) =>
  Effect.map(
    Effect.forEach([...new Set(addresses)], (each) => Effect.map(name(each), (named) => [each, named] as const), {
      concurrency: 4
    }),
    (named) => {
      const names = new Map(named)
      return (address: string) => names.get(address) ?? short(address)
    }
  )

/** Names of tokens and places for sentences about movements. */
export const namesFor = (resources: ReadonlyArray<string>, places: ReadonlyArray<string>, keys: Keys) =>
  Effect.all({ token: namesOf(resources, nameOf), place: namesOf(places, (each) => placeOf(each, keys)) })

export const wordsOf = (changes: ReadonlyArray<Change>, keys: Keys) =>
  Effect.gen(function* () {
    const moved = changes.filter(({ amount }) => amount !== "0")
    const { place, token } = yield* namesFor(
      moved.map(({ resource_address }) => resource_address),
      moved.map(({ component_entity }) => component_entity.entity_address),
      keys
    )
    const reported = moved.map(({ amount, component_entity: { entity_address }, resource_address }) => {
      const isOwn = keys.accounts.some(({ address }) => address === entity_address)
      const isLoss = amount.startsWith("-")
      const what = `${grouped(isLoss ? amount.slice(1) : amount)} ${token(resource_address)}`
      const who = place(entity_address)
      return {
        rank: isOwn ? (isLoss ? 0 : 1) : 2,
        line: isLoss ? `Send ${what} from ${who}.` : isOwn ? `Receive ${what} in ${who}.` : `Give ${what} to ${who}.`
      }
    })
    return reported.sort((one, other) => one.rank - other.rank).map(({ line }) => line)
  })
