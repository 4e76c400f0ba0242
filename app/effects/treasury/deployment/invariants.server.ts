/**
 * Confirms a deployment: reads back from the gateway, at the transaction's state version, everything it must have
 * created (docs/ledger.md). Stops at the first difference, with words that complete "Mismatch: …".
 */
import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import type { CommittedTransaction, Entity } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn, textsIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import type { DetailsOf } from "~/effects/chain/ledger/replies"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import { type AmountText, amountOf, formatAmount, NOTHING, ONE } from "~/ledger/index"
import type { DeployPlan } from "./plan.server"
import { ownerOf, roleOf } from "./roles"

/** Addresses that a deployment created. */
export interface Deployed {
  readonly treasury: AccountAddress
  readonly locker: LockerAddress
  readonly badge: ResourceAddress
  readonly token: ResourceAddress | null
  readonly symbol: string | null
}

const FIRST_BADGE = "#1#"
const KEYS = ["account_type", "app_community_id", "claimed_websites", "claimed_entities", "account_locker"]

const must = (isSo: boolean, what: string): Effect.Effect<void, TransactionMismatch> =>
  isSo ? Effect.void : new TransactionMismatch({ what })

const same = (one: AmountText, other: AmountText) => amountOf(one) === amountOf(other)

/** The kind-specific details of an entity; undefined if it is of another kind. */
const detailsOf = <T extends DetailsOf["type"]>(entity: Entity | undefined, type: T) => {
  const details = entity === undefined ? undefined : Option.getOrUndefined(entity.details)
  return details?.type === type ? (details as Extract<DetailsOf, { readonly type: T }>) : undefined // the tag guarantees it
}

/**
 * The created entities by the kind of their address. The admin's account is left out: a first deposit creates an unused
 * account, too.
 */
const madeBy = ({ created }: CommittedTransaction, admin: AccountAddress) => {
  const addresses = created.map(({ address }) => address)
  return {
    accounts: addresses.filter(Schema.is(AccountAddress)).filter((address) => address !== admin),
    lockers: addresses.filter(Schema.is(LockerAddress)),
    resources: addresses.filter(Schema.is(ResourceAddress))
  }
}

const requireToken = (
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
    yield* must(details.divisibility === plan.divisibility, "the token has a different divisibility.")
    yield* must(same(details.total_supply, plan.supply), "the token has a different supply.")
    yield* must(
      roleOf(details.role_assignments, "minter") === (plan.isMintable ? badge : "nobody"),
      "someone else can mint more of the token."
    )
    yield* must(textIn(token?.metadata ?? new Map(), "symbol") === plan.symbol, "the token has a different symbol.")
    yield* must(same(inTreasury, plan.supply), "the token's supply is not in the treasury.")
  })

type Found = ReadonlyMap<string, Entity>

/** Checks the account that belongs to the badge, and what its metadata must list. */
const requireTreasury = Effect.fnUntraced(function* (
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
  communityId: CommunityId,
  plan: DeployPlan
) {
  const treasury = accounts.find((address) => {
    const account = detailsOf(found.get(address), "Component")
    return account?.blueprint_name === "Account" && ownerOf(account.role_assignments) === badge
  })
  if (treasury === undefined) return yield* new TransactionMismatch({ what: "no account belongs to the admin badge." })
  const metadata = found.get(treasury)?.metadata ?? new Map()
  yield* must(textIn(metadata, "app_community_id") === communityId, "the treasury names another community.")
  yield* must(textIn(metadata, "account_type") === "dapp definition", "the treasury is not a dApp definition.")
  yield* must(textsIn(metadata, "claimed_websites").includes(plan.origin), "the treasury does not name this site.")
  yield* must(textIn(metadata, "account_locker") === locker, "the treasury does not list its locker.")
  const badges = detailsOf(found.get(badge), "NonFungibleResource")
  yield* must(
    badges !== undefined && same(badges.total_supply, formatAmount(ONE)),
    "there is more than one admin badge."
  )
  return treasury
})

const requireLocker = Effect.fnUntraced(function* (
  entity: Entity | undefined,
  { badge, treasury }: Pick<Deployed, "badge" | "treasury">,
  { isRecoverable }: DeployPlan
) {
  const box = detailsOf(entity, "Component")
  yield* must(box?.blueprint_name === "AccountLocker", "the locker address is not a locker.")
  yield* must(box?.two_way_linked_dapp_address === treasury, "locker and treasury do not name each other.")
  yield* must(roleOf(box?.role_assignments, "storer") === badge, "someone else can put tokens into the locker.")
  yield* must(
    roleOf(box?.role_assignments, "recoverer") === (isRecoverable ? badge : "nobody"),
    "unclaimed tokens can be taken back by others than chosen."
  )
})

export const makeDeploymentProofs = Effect.gen(function* () {
  const ledger = yield* Ledger

  /**
   * Checks that the first badge is with the admin, and that the admin's account carries the mark of this deployment.
   */
  const requireAdmins = Effect.fnUntraced(function* (
    badge: ResourceAddress,
    treasury: AccountAddress,
    plan: DeployPlan,
    at: number
  ) {
    const { owners } = yield* orGatewayDown(ledger.itemLocations(badge, [FIRST_BADGE], at))
    yield* must(owners.get(FIRST_BADGE) === plan.admin, "the admin badge is in another account.")
    if (plan.idempotencyKey === undefined) return
    const { byAddress } = yield* orGatewayDown(
      ledger.entityDetails([plan.admin], { at, metadata: [plan.idempotencyKey] })
    )
    const marked = textIn(byAddress.get(plan.admin)?.metadata ?? new Map(), plan.idempotencyKey)
    yield* must(marked === treasury, "the admin account does not carry the mark of this deployment.")
  })

  const heldOf = (token: ResourceAddress, treasury: AccountAddress, at: number) =>
    Effect.map(
      orGatewayDown(ledger.balancesOf(token, [treasury], at)),
      ({ byAccount }) => byAccount.get(treasury) ?? NOTHING
    )

  /** Fails with the first difference to the plan. */
  const requireDeployed = Effect.fn("invariants.requireDeployed")(function* (
    communityId: CommunityId,
    plan: DeployPlan,
    transaction: CommittedTransaction
  ) {
    const at = transaction.stateVersion
    const { accounts, lockers, resources } = madeBy(transaction, plan.admin)
    const [locker] = lockers
    const made = plan.token.kind === "new" ? 2 : 1
    if (accounts.length === 0 || locker === undefined || resources.length !== made) {
      return yield* new TransactionMismatch({ what: "the transaction created other things than were prepared." })
    }
    const { byAddress: found } = yield* orGatewayDown(
      ledger.entityDetails([...accounts, locker, ...resources], { at, metadata: [...KEYS, "symbol"] })
    )
    const badge = resources.find((address) => detailsOf(found.get(address), "NonFungibleResource") !== undefined)
    const token = resources.find((address) => address !== badge) ?? null
    if (badge === undefined) return yield* new TransactionMismatch({ what: "there is no admin badge." })
    const treasury = yield* requireTreasury({ accounts, badge, locker }, found, communityId, plan)
    yield* requireAdmins(badge, treasury, plan, at)
    yield* requireLocker(found.get(locker), { badge, treasury }, plan)
    const held = token === null ? NOTHING : yield* heldOf(token, treasury, at)
    yield* requireToken(plan.token, token === null ? undefined : found.get(token), badge, held)
    const deployed: Deployed = {
      treasury,
      locker,
      badge,
      token: plan.token.kind === "link" ? plan.token.resource : token,
      symbol: plan.token.kind === "none" ? null : plan.token.symbol
    }
    return deployed
  })

  return { requireDeployed }
})
