/** From what the owner wants to what the ledger is asked for, and what must be found there afterwards. */
import { Effect, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { amountOf, type Manifest, Templates } from "~/ledger/index"
import type { Wanted } from "./check"

const TokenPlan = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("none") }),
  Schema.Struct({ kind: Schema.Literal("link"), resource: ResourceAddress, symbol: Schema.NullOr(Schema.String) }),
  Schema.Struct({
    kind: Schema.Literal("new"),
    symbol: Schema.String,
    supply: AmountText,
    divisibility: Schema.Int,
    isMintable: Schema.Boolean
  })
)

/** Chosen at the founding; the ledger hears of it when the treasury is protected. */
export const PlannedKeepers = Schema.Struct({ accounts: Schema.Array(AccountAddress), needed: Schema.Int })
export type PlannedKeepers = typeof PlannedKeepers.Type

/** Kept beside the step: what its proof compares with. */
export const DeployPlan = Schema.Struct({
  admin: AccountAddress,
  origin: Schema.String,
  token: TokenPlan,
  isRecoverable: Schema.Boolean,
  /** Who is to keep the treasury together once all of them hold a badge, the admin among them; absent for any one badge. */
  keepers: Schema.optionalWith(PlannedKeepers, { exact: true }),
  /** Locked on the admin account; absent in what was prepared before there was one. */
  onceKey: Schema.optional(Schema.String)
})
export type DeployPlan = typeof DeployPlan.Type
export const DeployDetail = Schema.parseJson(DeployPlan)

/**
 * Of all attempts to deploy one community, one at most ever happens: the transaction ends by locking this key on the
 * admin account, so a second one that the same account signs reverts.
 */
export const onceKeyOf = (communityId: string): string => `deploy:${communityId}`

/** The ledger takes whole addresses only. */
const absolute = (url: string, origin: string): string => (url.startsWith("/") ? `${origin}${url}` : url)

/** The picture of what a community makes on the ledger. */
export const iconOf = ({ logo }: Pick<Community, "logo">, origin: string): string =>
  absolute(logo ?? "/icon-512.png", origin)

/** `symbol` is that of a linked token; `keepers` are those that were named, as accounts. */
export const planOf = (
  community: Community,
  wanted: Wanted,
  symbol: string | null,
  keepers: PlannedKeepers | null = null
) =>
  Effect.map(Settings, ({ appOrigin }): { readonly manifest: Manifest; readonly plan: DeployPlan } => {
    const own = iconOf(community, appOrigin)
    const { admin, isRecoverable, token } = wanted
    const manifest = Templates.deployCommunity({
      networkId: NETWORK_ID,
      founder: admin,
      name: community.name,
      description: community.tagline,
      iconUrl: own,
      siteOrigin: appOrigin,
      communityId: community.id,
      isRecoverable,
      onceKey: onceKeyOf(community.id),
      ...(token.kind === "new" && {
        token: {
          name: token.name,
          symbol: token.symbol,
          supply: amountOf(token.supply),
          divisibility: token.divisibility,
          isMintable: token.isMintable,
          ...(token.icon !== "" && { iconUrl: absolute(token.icon, appOrigin) })
        }
      })
    })
    return {
      manifest,
      plan: {
        admin,
        origin: appOrigin,
        isRecoverable,
        onceKey: onceKeyOf(community.id),
        ...(keepers !== null && { keepers }),
        token:
          token.kind === "link"
            ? { kind: "link", resource: token.resource, symbol }
            : token.kind === "none"
              ? token
              : {
                  kind: "new",
                  symbol: token.symbol,
                  supply: token.supply,
                  divisibility: token.divisibility,
                  isMintable: token.isMintable
                }
      }
    }
  })
