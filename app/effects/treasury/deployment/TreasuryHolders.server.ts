/**
 * Treasury holders: accounts that hold an admin badge of the community on the ledger, read from the gateway each time
 * (docs/product/access.md, 3.2). Nothing that moves a treasury believes a stored answer.
 */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { GatewayDown, NotSignedIn } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import type { AccountAddress, Admin, LockerAddress, ResourceAddress, Templates } from "~/ledger/index"
import { DeployFirst, KeptByKeepers, NotTreasuryHolder, OtherRule } from "./errors"
import { type KeeperRule, treasuryRuleOf } from "./roles"

/** Where a deployed community is. */
export interface OnLedger {
  readonly treasury: AccountAddress
  readonly locker: LockerAddress
  readonly badge: ResourceAddress
  /** Of its own or linked; null for a community without. */
  readonly token: ResourceAddress | null
}

/** A treasury, and the badge its holder opens it with. */
export interface HeldTreasury extends OnLedger {
  readonly admin: Admin
  /** Where it opens for several together: their rule, and who holds the badges that count. */
  readonly keepers?: KeeperRule & { readonly seats: ReadonlyArray<Admin> }
}

/** Who opens it, as manifests name them. */
export const openerOf = ({ admin, badge, keepers }: HeldTreasury): Templates.Opener =>
  keepers === undefined ? admin : { badge, ids: keepers.ids, needed: keepers.needed }

type Deployed = Pick<Community, "treasuryAccount" | "lockerAddress" | "ownerBadge" | "tokenResource">

export const onLedger = (community: Deployed): Option.Option<OnLedger> => {
  const { lockerAddress, ownerBadge, tokenResource, treasuryAccount } = community
  return treasuryAccount === null || lockerAddress === null || ownerBadge === null
    ? Option.none()
    : Option.some({ treasury: treasuryAccount, locker: lockerAddress, badge: ownerBadge, token: tokenResource })
}

export class TreasuryHolders extends Effect.Service<TreasuryHolders>()("effects/TreasuryHolders", {
  accessors: true,
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger

    /** All admin badges that an account holds, in their order. */
    const badges = Effect.fn("TreasuryHolders.badges")(function* (badge: ResourceAddress, account: AccountAddress) {
      const held: ReadonlyArray<string> = yield* ledger.itemsHeld(account, badge).pipe(
        Effect.map(({ ids }) => ids),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeed([]), // an account that never held anything
          LedgerRefused: (cause) => new GatewayDown({ cause })
        })
      )
      return [...held].sort()
    })

    /** The badge an account opens the treasury with; none where it holds none, or the community is not deployed. */
    const holder = Effect.fn("TreasuryHolders.holder")(function* (community: Deployed, account: AccountAddress) {
      const place = onLedger(community)
      if (Option.isNone(place)) return Option.none<Admin>()
      const { badge } = place.value
      const [id] = yield* badges(badge, account)
      return id === undefined ? Option.none<Admin>() : Option.some<Admin>({ account, badge, id })
    })

    /**
     * For what only the treasury holder may do. `action` completes "Only who holds an admin badge of {name} can …".
     * Answers the badge to open the treasury with, and where it is.
     */
    const must = Effect.fn("TreasuryHolders.must")(function* (
      { community, standing }: Pick<Inside, "community" | "standing">,
      action: string
    ) {
      if (standing.account === null) return yield* new NotSignedIn({ action })
      const place = onLedger(community)
      if (Option.isNone(place)) return yield* new DeployFirst()
      const admin = yield* holder(community, standing.account)
      if (Option.isNone(admin)) return yield* new NotTreasuryHolder({ name: community.name, action })
      return { admin: admin.value, ...place.value } satisfies HeldTreasury
    })

    const rolesOf = Effect.fnUntraced(function* (treasury: AccountAddress, at: number | undefined) {
      const { byAddress } = yield* orGatewayDown(ledger.entityDetails([treasury], at === undefined ? {} : { at }))
      const details = Option.getOrUndefined(byAddress.get(treasury)?.details ?? Option.none())
      if (details?.type !== "Component") return yield* new GatewayDown({ cause: "the treasury was not told of" })
      return details.role_assignments
    })

    /** What opens the treasury, as the ledger has it. */
    const rule = Effect.fn("TreasuryHolders.rule")(function* (
      { badge, treasury }: Pick<OnLedger, "badge" | "treasury">,
      at?: number
    ) {
      return treasuryRuleOf(yield* rolesOf(treasury, at), badge)
    })

    /** The keepers' rule that the treasury has on the ledger; none where it has another. */
    const keepers = (place: Pick<OnLedger, "badge" | "treasury">, at?: number) =>
      Effect.map(rule(place, at), (found) =>
        found === "one" || found === "other" ? Option.none<KeeperRule>() : Option.some(found)
      )

    /** As `must`, for what leaves the treasury by one badge: refused before any wallet is asked, where that is not enough. */
    const mustSpend = Effect.fn("TreasuryHolders.mustSpend")(function* (
      here: Pick<Inside, "community" | "standing">,
      action: string
    ) {
      const held = yield* must(here, action)
      const found = yield* rule(held)
      if (found === "one") return held
      if (found === "other") return yield* new OtherRule()
      return yield* new KeptByKeepers({ needed: found.needed, keepers: found.ids.length })
    })

    return { holder, badges, must, rule, keepers, mustSpend }
  })
}) {}
