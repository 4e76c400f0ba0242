/** Builds the manifest of a deployment, and the plan that its confirmation compares the ledger with. */
import { Effect, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
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

/** Chosen during the deployment; the ledger learns of them when the multisig is set up. */
export const PlannedSigners = Schema.Struct({ accounts: Schema.Array(AccountAddress), needed: Schema.Int })
export type PlannedSigners = typeof PlannedSigners.Type

/** Stored with the transaction; its confirmation compares the ledger with this. */
export const DeployPlan = Schema.Struct({
  admin: AccountAddress,
  origin: Schema.String,
  token: TokenPlan,
  isRecoverable: Schema.Boolean,
  /**
   * Signers chosen for the time when all of them hold a badge, the admin among them; absent if any single badge can
   * spend.
   */
  signers: Schema.optionalWith(PlannedSigners, { exact: true }),
  /** Locked on the admin account; absent in older transactions. */
  idempotencyKey: Schema.optional(Schema.String)
})
export type DeployPlan = typeof DeployPlan.Type
export const DeployDetail = Schema.parseJson(DeployPlan)

/**
 * Idempotency key of a community's deployment. The transaction ends by locking it on the admin account, so the ledger
 * reverts a second deployment by the same account.
 */
export const idempotencyKeyOf = (communityId: CommunityId): string => `deploy:${communityId}`

/** The ledger accepts absolute addresses only. */
const absolute = (url: string, origin: string): string => (url.startsWith("/") ? `${origin}${url}` : url)

/** Icon of the resources that a community creates on the ledger. */
export const iconOf = ({ logo }: Pick<Community, "logo">, origin: string): string =>
  absolute(logo ?? "/icon-512.png", origin)

/** `symbol` is the linked token's; `signers` are the named signers as accounts. */
export const planOf = (
  community: Community,
  wanted: Wanted,
  symbol: string | null,
  signers: PlannedSigners | null = null
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
      idempotencyKey: idempotencyKeyOf(community.id),
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
        idempotencyKey: idempotencyKeyOf(community.id),
        ...(signers !== null && { signers }),
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
