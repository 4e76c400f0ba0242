/**
 * Finds the holders of a community's admin badge. Reads the gateway every time, because nothing that spends from a
 * treasury may rely on a cached response (docs/product/access.md).
 */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { GatewayDown, NotSignedIn } from "~/effects/base/failures/failures"
import { detailsIn } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import type { AccountAddress, Admin, LockerAddress, ResourceAddress, Templates } from "~/ledger/index"
import { DeployFirst, HeldBySigners, NotTreasuryHolder, OtherRule } from "./errors"
import { type SignerRule, treasuryRuleOf } from "./roles"

/** Addresses of a deployed community. */
export interface OnLedger {
  readonly treasury: AccountAddress
  readonly locker: LockerAddress
  readonly badge: ResourceAddress
  /** The community's own or linked token; null if it has none. */
  readonly token: ResourceAddress | null
}

/** A treasury with the badge that its holder uses to access it. */
export interface HeldTreasury extends OnLedger {
  readonly admin: Admin
  /** For a multisig treasury: its rule, and the holders of the badges that count. */
  readonly signers?: SignerRule & { readonly seats: ReadonlyArray<Admin> }
}

/** How manifests name those who authorize the transaction. */
export const openerOf = ({ admin, badge, signers }: HeldTreasury): Templates.Opener =>
  signers === undefined ? admin : { badge, ids: signers.ids, needed: signers.needed }

type Deployed = Pick<Community, "treasuryAccount" | "lockerAddress" | "ownerBadge" | "tokenResource">

export const onLedger = (community: Deployed): Option.Option<OnLedger> => {
  const { lockerAddress, ownerBadge, tokenResource, treasuryAccount } = community
  return treasuryAccount === null || lockerAddress === null || ownerBadge === null
    ? Option.none()
    : Option.some({ treasury: treasuryAccount, locker: lockerAddress, badge: ownerBadge, token: tokenResource })
}

export class TreasuryHolders extends Effect.Service<TreasuryHolders>()("treasury/deployment/TreasuryHolders", {
  accessors: true,
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger

    /** All admin badges that an account holds, sorted. */
    const badges = Effect.fn("TreasuryHolders.badges")(function* (badge: ResourceAddress, account: AccountAddress) {
      const held: ReadonlyArray<string> = yield* ledger.itemsHeld(account, badge).pipe(
        Effect.map(({ ids }) => ids),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeed([]), // for an account that never held anything
          LedgerRefused: (cause) => new GatewayDown({ cause })
        })
      )
      return [...held].sort()
    })

    /** The account's admin badge; none if it holds none or the community is not deployed. */
    const holder = Effect.fn("TreasuryHolders.holder")(function* (community: Deployed, account: AccountAddress) {
      const place = onLedger(community)
      if (Option.isNone(place)) return Option.none<Admin>()
      const { badge } = place.value
      const [id] = yield* badges(badge, account)
      return id === undefined ? Option.none<Admin>() : Option.some<Admin>({ account, badge, id })
    })

    /**
     * Guard for actions of treasury holders; returns the caller's badge and the treasury's addresses. `action`
     * completes "Only holders of an admin badge of {name} can …".
     */
    const must = Effect.fn("TreasuryHolders.must")(function* (
      { community, communityRole }: Pick<Inside, "community" | "communityRole">,
      action: string
    ) {
      if (communityRole.account === null) return yield* new NotSignedIn({ action })
      const place = onLedger(community)
      if (Option.isNone(place)) return yield* new DeployFirst()
      const admin = yield* holder(community, communityRole.account)
      if (Option.isNone(admin)) return yield* new NotTreasuryHolder({ name: community.name, action })
      return { admin: admin.value, ...place.value } satisfies HeldTreasury
    })

    const rolesOf = Effect.fnUntraced(function* (treasury: AccountAddress, at: number | undefined) {
      const entities = yield* orGatewayDown(ledger.entityDetails([treasury], at === undefined ? {} : { at }))
      const details = detailsIn(entities, treasury)
      if (details?.type !== "Component")
        return yield* new GatewayDown({ cause: "the gateway did not return the treasury" })
      return details.role_assignments
    })

    /** The access rule of the treasury, read from the ledger. */
    const rule = Effect.fn("TreasuryHolders.rule")(function* (
      { badge, treasury }: Pick<OnLedger, "badge" | "treasury">,
      at?: number
    ) {
      return treasuryRuleOf(yield* rolesOf(treasury, at), badge)
    })

    /** The signers' rule of the treasury on the ledger; none for any other kind of rule. */
    const signers = (place: Pick<OnLedger, "badge" | "treasury">, at?: number) =>
      Effect.map(rule(place, at), (found) =>
        found === "one" || found === "other" ? Option.none<SignerRule>() : Option.some(found)
      )

    /** Like `must`, for payments by a single badge. Fails before any wallet is asked if one badge is not enough. */
    const requireMaySpend = Effect.fn("TreasuryHolders.requireMaySpend")(function* (
      here: Pick<Inside, "community" | "communityRole">,
      action: string
    ) {
      const held = yield* must(here, action)
      const found = yield* rule(held)
      if (found === "one") return held
      if (found === "other") return yield* new OtherRule()
      return yield* new HeldBySigners({ needed: found.needed, signers: found.ids.length })
    })

    return { holder, badges, must, rule, signers: signers, requireMaySpend }
  })
}) {}
