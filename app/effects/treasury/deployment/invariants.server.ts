/**
 * What a deployment must have left behind (docs/ledger.md, 1.1), read back from the gateway at the transaction's own
 * state version. The first thing that is not so ends it, in words that complete "Mismatch: …".
 */
import { Effect, Option, Schema } from "effect"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import type { CommittedTransaction, Entity } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn, textsIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import type { DetailsOf } from "~/effects/chain/ledger/replies"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import { type AmountText, amountOf, formatAmount, NOTHING, ONE } from "~/ledger/index"
import type { DeployPlan } from "./plan.server"
import { ownerOf, roleOf } from "./roles"

/** Where a community is on the ledger. */
export interface Deployed {
  readonly treasury: AccountAddress
  readonly locker: LockerAddress
  readonly badge: ResourceAddress
  readonly token: ResourceAddress | null
  readonly symbol: string | null
}

const FIRST_BADGE = "#1#"
const KEYS = ["account_type", "app_community_id", "claimed_websites", "claimed_entities", "account_locker"]

const must = (isSo: boolean, what: string): Effect.Effect<void, StepMismatch> =>
  isSo ? Effect.void : new StepMismatch({ what })

const same = (one: AmountText, other: AmountText) => amountOf(one) === amountOf(other)

/** The part of an entity that depends on its kind; undefined for what it should not be. */
const detailsOf = <T extends DetailsOf["type"]>(entity: Entity | undefined, type: T) => {
  const details = entity === undefined ? undefined : Option.getOrUndefined(entity.details)
  return details?.type === type ? (details as Extract<DetailsOf, { readonly type: T }>) : undefined // by its own tag
}

/** What was made, by the kind of its address. An account that was never used before is made by its first deposit, too. */
const madeBy = ({ created }: CommittedTransaction, admin: AccountAddress) => {
  const addresses = created.map(({ address }) => address)
  return {
    accounts: addresses.filter(Schema.is(AccountAddress)).filter((address) => address !== admin),
    lockers: addresses.filter(Schema.is(LockerAddress)),
    resources: addresses.filter(Schema.is(ResourceAddress))
  }
}

const mustBeToken = (
  plan: DeployPlan["token"],
  token: Entity | undefined,
  badge: ResourceAddress,
  inTreasury: AmountText
) =>
  Effect.gen(function* () {
    if (plan.kind !== "new") return
    const details = detailsOf(token, "FungibleResource")
    yield* must(details !== undefined, "there is no token.")
    if (details === undefined) return
    yield* must(details.divisibility === plan.divisibility, "the token divides otherwise.")
    yield* must(same(details.total_supply, plan.supply), "the token's supply is another.")
    yield* must(
      roleOf(details.role_assignments, "minter") === (plan.isMintable ? badge : "nobody"),
      "somebody else may make more of the token."
    )
    yield* must(textIn(token?.metadata ?? new Map(), "symbol") === plan.symbol, "the token's symbol is another.")
    yield* must(same(inTreasury, plan.supply), "the token's supply is not in the treasury.")
  })

type Found = ReadonlyMap<string, Entity>

/** The account that belongs to the badge, and what it must name as its own. */
const mustBeTreasury = Effect.fnUntraced(function* (
  {
    accounts,
    badge,
    locker
  }: {
    readonly accounts: ReadonlyArray<AccountAddress>
    readonly badge: ResourceAddress
    readonly locker: LockerAddress
  },
  found: Found,
  communityId: string,
  plan: DeployPlan
) {
  const treasury = accounts.find((address) => {
    const account = detailsOf(found.get(address), "Component")
    return account?.blueprint_name === "Account" && ownerOf(account.role_assignments) === badge
  })
  if (treasury === undefined) return yield* new StepMismatch({ what: "no account belongs to the admin badge." })
  const metadata = found.get(treasury)?.metadata ?? new Map()
  yield* must(textIn(metadata, "app_community_id") === communityId, "the treasury names another community.")
  yield* must(textIn(metadata, "account_type") === "dapp definition", "the treasury is not a dApp definition.")
  yield* must(textsIn(metadata, "claimed_websites").includes(plan.origin), "the treasury does not name this site.")
  yield* must(textIn(metadata, "account_locker") === locker, "the treasury does not name its locker.")
  const badges = detailsOf(found.get(badge), "NonFungibleResource")
  yield* must(
    badges !== undefined && same(badges.total_supply, formatAmount(ONE)),
    "there is more than one admin badge."
  )
  return treasury
})

const mustBeLocker = Effect.fnUntraced(function* (
  entity: Entity | undefined,
  { badge, treasury }: Pick<Deployed, "badge" | "treasury">,
  { isRecoverable }: DeployPlan
) {
  const box = detailsOf(entity, "Component")
  yield* must(box?.blueprint_name === "AccountLocker", "the locker is none.")
  yield* must(box?.two_way_linked_dapp_address === treasury, "locker and treasury do not name each other.")
  yield* must(roleOf(box?.role_assignments, "storer") === badge, "somebody else may put tokens in the locker.")
  yield* must(
    roleOf(box?.role_assignments, "recoverer") === (isRecoverable ? badge : "nobody"),
    "unclaimed tokens can be taken back by others than was chosen."
  )
})

export class DeploymentProofs extends Effect.Service<DeploymentProofs>()("effects/DeploymentProofs", {
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger

    /** The first badge is with the admin, whose account carries the mark of this deployment. */
    const mustBeAdmins = Effect.fnUntraced(function* (
      badge: ResourceAddress,
      treasury: AccountAddress,
      plan: DeployPlan,
      at: number
    ) {
      const { owners } = yield* orGatewayDown(ledger.itemLocations(badge, [FIRST_BADGE], at))
      yield* must(owners.get(FIRST_BADGE) === plan.admin, "the admin badge is in another account.")
      if (plan.onceKey === undefined) return
      const { byAddress } = yield* orGatewayDown(ledger.entityDetails([plan.admin], { at, metadata: [plan.onceKey] }))
      const marked = textIn(byAddress.get(plan.admin)?.metadata ?? new Map(), plan.onceKey)
      yield* must(marked === treasury, "the admin account does not carry the mark of this deployment.")
    })

    const heldOf = (token: ResourceAddress, treasury: AccountAddress, at: number) =>
      Effect.map(
        orGatewayDown(ledger.balancesOf(token, [treasury], at)),
        ({ byAccount }) => byAccount.get(treasury) ?? NOTHING
      )

    /** Fails with what is not as it must be. */
    const mustBeDeployed = Effect.fn("DeploymentProofs.mustBeDeployed")(function* (
      communityId: string,
      plan: DeployPlan,
      transaction: CommittedTransaction
    ) {
      const at = transaction.stateVersion
      const { accounts, lockers, resources } = madeBy(transaction, plan.admin)
      const [locker] = lockers
      const made = plan.token.kind === "new" ? 2 : 1
      if (accounts.length === 0 || locker === undefined || resources.length !== made) {
        return yield* new StepMismatch({ what: "the transaction made other things than were prepared." })
      }
      const { byAddress: found } = yield* orGatewayDown(
        ledger.entityDetails([...accounts, locker, ...resources], { at, metadata: [...KEYS, "symbol"] })
      )
      const badge = resources.find((address) => detailsOf(found.get(address), "NonFungibleResource") !== undefined)
      const token = resources.find((address) => address !== badge) ?? null
      if (badge === undefined) return yield* new StepMismatch({ what: "there is no admin badge." })
      const treasury = yield* mustBeTreasury({ accounts, badge, locker }, found, communityId, plan)
      yield* mustBeAdmins(badge, treasury, plan, at)
      yield* mustBeLocker(found.get(locker), { badge, treasury }, plan)
      const held = token === null ? NOTHING : yield* heldOf(token, treasury, at)
      yield* mustBeToken(plan.token, token === null ? undefined : found.get(token), badge, held)
      const deployed: Deployed = {
        treasury,
        locker,
        badge,
        token: plan.token.kind === "link" ? plan.token.resource : token,
        symbol: plan.token.kind === "none" ? null : plan.token.symbol
      }
      return deployed
    })

    return { mustBeDeployed }
  })
}) {}
