/**
 * Reads from a locker's events what left it in one transaction. Balance changes name the locker, but not the account
 * the tokens waited for. Pure.
 */
import { Option, Schema } from "effect"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"

/** `claim`: by the account itself; `recover`: by someone whom the locker lets take everything. */
export interface LockerWithdrawal {
  readonly way: "claim" | "recover"
  readonly account: AccountAddress
  readonly resource: ResourceAddress
  readonly amount: AmountText
}

/** Versions of the Radix engine name the second event differently. */
const WAYS: ReadonlyMap<string, LockerWithdrawal["way"]> = new Map([
  ["ClaimEvent", "claim"],
  ["RecoverEvent", "recover"],
  ["RecoveryEvent", "recover"]
])

/** Events of fungible tokens; those of non-fungibles have another last field. */
const LockerEvent = Schema.Struct({
  name: Schema.String,
  emitter: Schema.Struct({ entity: Schema.Struct({ entity_address: Schema.String }) }),
  data: Schema.Struct({
    fields: Schema.Tuple(
      Schema.Struct({ value: AccountAddress }),
      Schema.Struct({ value: ResourceAddress }),
      Schema.Struct({
        fields: Schema.Tuple(Schema.Struct({ kind: Schema.Literal("Decimal"), value: AmountText }))
      })
    )
  })
})
const read = Schema.decodeUnknownOption(LockerEvent)

/** One entry per account, token and way, in order of first appearance. */
export const withdrawalsIn = (locker: string, events: ReadonlyArray<unknown>): ReadonlyArray<LockerWithdrawal> => {
  const sums = new Map<string, LockerWithdrawal>()
  for (const event of events) {
    const found = Option.getOrUndefined(read(event))
    const way = WAYS.get(found?.name ?? "")
    if (found === undefined || way === undefined || found.emitter.entity.entity_address !== locker) continue
    const [{ value: account }, { value: resource }, { fields }] = found.data.fields
    const key = `${way} ${account} ${resource}`
    const amount = formatAmount(amountOf(sums.get(key)?.amount ?? NOTHING) + amountOf(fields[0].value))
    sums.set(key, { way, account, resource, amount })
  }
  return [...sums.values()]
}
