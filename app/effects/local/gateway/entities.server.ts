/** Facts about an address: whether it exists, its metadata, and its kind. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { LOCAL_DAPP_DEFINITION, NETWORK_ID } from "~/effects/base/settings/networks"
import { APP_NAME, TAGLINE } from "~/effects/base/settings/product"
import {
  type Badge,
  ENTITY,
  formatAmount,
  holderOf,
  isResource,
  type Requirement,
  type RowOf,
  type Rule,
  type RuleNode,
  vaultAddress
} from "~/ledger/index"
import { type MetadataItem, metadataItem, originsValue, ownerKeyValue, textValue } from "./metadata.server"
import { entityByteOf, unknownEntity } from "./refusal.server"
import { storedValue } from "./sbor.server"
import { isoTime, type View } from "./view.server"

/** Access rules and roles in the gateway's form. */
const badgeJson = ({ id, resource }: Badge) =>
  id === undefined
    ? { type: "Resource", resource }
    : { type: "NonFungible", non_fungible: { resource_address: resource, local_id: { simple_rep: id } } }

const requirementJson = (given: Requirement): object => {
  switch (given.type) {
    case "require":
      return { type: "Require", requirement: badgeJson(given.badge) }
    case "amountOf":
      return { type: "AmountOf", amount: formatAmount(given.amount), resource: given.resource }
    case "countOf":
      return { type: "CountOf", count: given.count, list: given.badges.map(badgeJson) }
    default:
      return { type: given.type === "allOf" ? "AllOf" : "AnyOf", list: given.badges.map(badgeJson) }
  }
}

const nodeJson = (node: RuleNode): object =>
  node.type === "basic"
    ? { type: "ProofRule", proof_rule: requirementJson(node.requirement) }
    : { type: node.type === "all" ? "AllOf" : "AnyOf", access_rules: node.nodes.map(nodeJson) }

const ruleJson = (rule: Rule): object => {
  if (rule.type === "protected") return { type: "Protected", access_rule: nodeJson(rule.node) }
  return { type: rule.type === "allow" ? "AllowAll" : "DenyAll" }
}

const rolesJson = ({ owner, roles }: Pick<RowOf<"entity">, "owner" | "roles">) => ({
  owner: { rule: ruleJson(owner.rule), updater: owner.updatable ? "Owner" : "None" },
  entries: Object.entries(roles).map(([name, rule]) => ({
    role_key: { name, module: name.startsWith("metadata_") ? "Metadata" : "Main" },
    assignment: { resolution: "Explicit", explicit_rule: ruleJson(rule) }
  }))
})

/** The account that represents this site, and the site's origin. */
export interface Site {
  readonly dAppDefinition: string
  readonly origin: string
}

const dApp = ({ origin }: Site): ReadonlyArray<MetadataItem> => [
  metadataItem("name", textValue(APP_NAME)),
  metadataItem("description", textValue(TAGLINE)),
  metadataItem("account_type", textValue("dapp definition")),
  metadataItem("claimed_websites", originsValue([origin]))
]

/**
 * Metadata of an address that nobody has written to. An account or persona is owned by the key that its address was
 * derived from: the address contains that key's hash.
 */
const inborn = (address: string, site: Site): ReadonlyArray<MetadataItem> => {
  if (address === site.dAppDefinition || address === LOCAL_DAPP_DEFINITION) return dApp(site)
  return Option.match(holderOf(address, NETWORK_ID), {
    onNone: () => [],
    onSome: ({ curve, keyHash }) =>
      curve === undefined ? [] : [metadataItem("owner_keys", ownerKeyValue(curve, hexToBytes(keyHash)))]
  })
}

export const metadataOf = (view: View, site: Site, address: string) =>
  Effect.map(view.list("metadata", `${address}/`), (rows) => {
    const written = rows.map(({ id, row, version }) => ({ key: id.slice(address.length + 1), row, version }))
    const first = inborn(address, site).filter(({ key }) => !written.some((row) => row.key === key))
    const rest = written.flatMap(({ key, row, version }) =>
      row.value === null ? [] : [metadataItem(key, storedValue(row.value), version, row.isLocked)]
    )
    return [...first, ...rest]
  })

/** Fails if the entity does not exist. None: it exists, but the ledger has no row for it. */
export const requireEntity = Effect.fn("entities.requireEntity")(function* (view: View, site: Site, address: string) {
  const byte = yield* entityByteOf(address)
  const entity = yield* view.entity(address)
  const isHolder = Option.exists(holderOf(address, NETWORK_ID), ({ curve }) => curve !== undefined)
  if (Option.isNone(entity) && !isHolder && address !== site.dAppDefinition && byte !== ENTITY.consensusManager) {
    return yield* unknownEntity(address)
  }
  return entity
})

/** Fails if the address is not a resource of this ledger. */
export const requireResource = Effect.fn("entities.requireResource")(function* (view: View, address: string) {
  const byte = yield* entityByteOf(address)
  const entity = yield* view.entity(address)
  if (Option.isNone(entity) || !isResource(byte)) return yield* unknownEntity(address)
  return entity.value
})

const ID_TYPES = { string: "String", integer: "Integer", bytes: "Bytes", ruid: "Ruid" } as const
const DEPOSITS = { accept: "Accept", reject: "Reject", existing: "AllowExisting" } as const

export const idTypeOf = (entity: RowOf<"entity">) =>
  entity.blueprint === "NonFungibleResourceManager" ? ID_TYPES[entity.idType] : "String"

export const depositRuleOf = (account: Extract<RowOf<"entity">, { readonly blueprint: "Account" }>) =>
  DEPOSITS[account.deposits]

/** Of all native blueprints so far. */
const BLUEPRINT_VERSION = "1.0.0"

const suppliesOf = ({ burned = 0n, supply }: { readonly burned?: bigint | undefined; readonly supply: bigint }) => ({
  total_supply: formatAmount(supply),
  total_minted: formatAmount(supply + burned),
  total_burned: formatAmount(burned)
})

type Controller = Extract<RowOf<"entity">, { readonly blueprint: "AccessController" }>

const proposalJson = ({ delayMinutes, rules }: NonNullable<Controller["primaryProposal"]>) => ({
  primary_role: ruleJson(rules.primary),
  recovery_role: ruleJson(rules.recovery),
  confirmation_role: ruleJson(rules.confirmation),
  ...(delayMinutes === undefined ? {} : { timed_recovery_delay_minutes: delayMinutes })
})

const controllerState = (controller: Controller, address: string) => {
  const { delayMinutes, isPrimaryLocked, isRecoveryWithdrawing, isWithdrawing, primaryProposal, recovery } = controller
  const badge = controller.recoveryBadge ?? ""
  return {
    controlled_vault: {
      entity_type: "InternalFungibleVault",
      is_global: false,
      entity_address: vaultAddress(address, controller.resource, NETWORK_ID)
    },
    ...(delayMinutes === undefined ? {} : { timed_recovery_delay_minutes: delayMinutes }),
    recovery_badge_resource_address: badge,
    is_primary_role_locked: isPrimaryLocked === true,
    ...(primaryProposal === undefined ? {} : { primary_role_recovery_attempt: proposalJson(primaryProposal) }),
    has_primary_role_badge_withdraw_attempt: isWithdrawing,
    ...(recovery === undefined
      ? {}
      : {
          recovery_role_recovery_attempt: {
            recovery_proposal: proposalJson(recovery),
            ...(recovery.confirmableFrom === undefined
              ? {}
              : {
                  allow_timed_recovery_after: {
                    unix_timestamp_seconds: String(recovery.confirmableFrom),
                    date_time: isoTime(recovery.confirmableFrom)
                  }
                })
          }
        }),
    has_recovery_role_badge_withdraw_attempt: isRecoveryWithdrawing === true
  }
}

/** The part of a response that depends on the kind of entity. */
export const detailsOf = (entity: RowOf<"entity">, address: string): object => {
  const role_assignments = rolesJson(entity)
  switch (entity.blueprint) {
    case "FungibleResourceManager":
      return {
        type: "FungibleResource",
        role_assignments,
        divisibility: entity.divisibility,
        ...suppliesOf(entity)
      }
    case "NonFungibleResourceManager":
      return {
        type: "NonFungibleResource",
        role_assignments,
        non_fungible_id_type: idTypeOf(entity),
        ...suppliesOf(entity),
        non_fungible_data_mutable_fields: entity.fields.filter(({ isMutable }) => isMutable).map(({ name }) => name)
      }
    case "Account":
      return {
        type: "Component",
        blueprint_name: entity.blueprint,
        blueprint_version: BLUEPRINT_VERSION,
        role_assignments,
        state: { default_deposit_rule: depositRuleOf(entity) }
      }
    case "AccessController":
      return {
        type: "Component",
        blueprint_name: entity.blueprint,
        blueprint_version: BLUEPRINT_VERSION,
        role_assignments,
        state: controllerState(entity, address)
      }
    default:
      return {
        type: "Component",
        blueprint_name: entity.blueprint,
        blueprint_version: BLUEPRINT_VERSION,
        role_assignments
      }
  }
}
