/** Checks whether an account would accept a deposit. */
import { Effect, Option, Schema } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { acceptsDeposit, type RowOf, wellKnown } from "~/ledger/index"
import { depositRuleOf } from "./entities.server"
import { entityByteOf, maybe, readRequest, unknownEntity } from "./refusal.server"
import { AtLedgerState, type Views } from "./view.server"

const Badge = Schema.Struct({ resource_address: Schema.String, non_fungible_id: maybe(Schema.String) })
const DepositRequest = Schema.Struct({
  account_address: Schema.String,
  resource_addresses: Schema.Array(Schema.String).pipe(Schema.minItems(1), Schema.maxItems(20)),
  badge: maybe(Badge),
  ...AtLedgerState
})

/** A depositor is stored either as a whole resource or as one item of it. */
const depositorOf = ({ non_fungible_id, resource_address }: typeof Badge.Type) =>
  non_fungible_id == null ? resource_address : `${resource_address}:${non_fungible_id}`

type Account = Extract<RowOf<"entity">, { readonly blueprint: "Account" }>

/** Which rule decides about a resource, and the decision. */
const factorOf = (account: Account, resource_address: string, isHeld: boolean, isDepositor: boolean) => {
  const isXrd = resource_address === wellKnown("xrd", NETWORK_ID)
  const preference = account.preferences[resource_address]
  return {
    resource_address,
    allows_try_deposit: isDepositor || acceptsDeposit(account, resource_address, isHeld, isXrd),
    vault_exists: isHeld,
    is_xrd: isXrd,
    ...(preference === undefined ? {} : { resource_preference: preference ? "Allowed" : "Disallowed" })
  }
}

export const depositHandlers = (views: Views) => ({
  "transaction/account-deposit-pre-validation": Effect.fn("depositHandlers.preValidation")(function* (body: unknown) {
    const asked = yield* readRequest(DepositRequest, body)
    const view = yield* views.at(asked.at_ledger_state)
    yield* entityByteOf(asked.account_address)
    const account = Option.getOrUndefined(yield* view.entity(asked.account_address))
    if (account?.blueprint !== "Account") return yield* unknownEntity(asked.account_address)
    const isDepositor = asked.badge != null && account.depositors.includes(depositorOf(asked.badge))
    const factors = yield* Effect.forEach(asked.resource_addresses, (resource) =>
      Effect.map(view.find("balance", `${asked.account_address}/${resource}`), (held) =>
        factorOf(account, resource, Option.isSome(held), isDepositor)
      )
    )
    return {
      ledger_state: view.ledger_state,
      allows_try_deposit_batch: factors.every(({ allows_try_deposit }) => allows_try_deposit),
      resource_specific_behaviour: factors.map(({ allows_try_deposit, resource_address }) => ({
        resource_address,
        allows_try_deposit
      })),
      deciding_factors: {
        is_badge_authorized_depositor: isDepositor,
        default_deposit_rule: depositRuleOf(account),
        resource_specific_details: factors.map(({ allows_try_deposit: _, ...rest }) => rest)
      }
    }
  })
})
