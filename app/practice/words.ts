/** What a transaction moves, in words: out of the person's own accounts first, then into them, then the others'. */
import { Effect } from "effect"
import { Gateway } from "~/connector/index"
import type { Keys } from "./keys"

interface Change {
  readonly resource_address: string
  readonly component_entity: { readonly entity_address: string }
  readonly amount: string
}

const short = (address: string) => `${address.slice(0, address.indexOf("_") + 1)}…${address.slice(-8)}`

/** "12,345.5": digits after the point as they are. */
export const grouped = (amount: string): string => {
  const [whole = "", ...part] = amount.split(".")
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...part].join(".")
}

/** Its symbol or name; what is only about to be made has neither yet. */
export const nameOf = (resource: string) =>
  Effect.gen(function* () {
    const gateway = yield* Gateway
    const items = yield* gateway.entityMetadata(resource)
    const named = (key: string) => items.find((item) => item.key === key)?.value.typed.value
    const name = named("symbol") ?? named("name")
    return typeof name === "string" && name !== "" ? name : short(resource)
  }).pipe(
    // A transaction can be read without names: the address stands for the thing.
    Effect.catchAll((error) => Effect.as(Effect.logDebug("a resource has no name", error._tag), short(resource)))
  )

export const wordsOf = (changes: ReadonlyArray<Change>, { accounts }: Keys) =>
  Effect.gen(function* () {
    const resources = [...new Set(changes.map(({ resource_address }) => resource_address))]
    const names = new Map(
      yield* Effect.forEach(resources, (each) => Effect.map(nameOf(each), (name) => [each, name] as const), {
        concurrency: 4
      })
    )
    const told = changes
      .filter(({ amount }) => amount !== "0")
      .map(({ amount, component_entity: { entity_address }, resource_address }) => {
        const own = accounts.find(({ address }) => address === entity_address)
        const isLoss = amount.startsWith("-")
        const what = `${grouped(isLoss ? amount.slice(1) : amount)} ${names.get(resource_address) ?? short(resource_address)}`
        const who = own?.label ?? short(entity_address)
        return {
          rank: own === undefined ? 2 : isLoss ? 0 : 1,
          line: isLoss
            ? `Send ${what} from ${who}.`
            : `${own === undefined ? "Give" : "Receive"} ${what} ${own === undefined ? "to" : "in"} ${who}.`
        }
      })
    return told.sort((one, other) => one.rank - other.rank).map(({ line }) => line)
  })
