/** Access rules: which proofs a call needs. Read from manifests, stored in rows, evaluated against an auth zone. */
import { Schema } from "effect"
import type { Value } from "../../sbor/Value"
import { Abort } from "../abort"

/** Any amount of a resource, or one non-fungible of it. */
export const Badge = Schema.Struct({ resource: Schema.String, id: Schema.optional(Schema.String) })
export type Badge = typeof Badge.Type

export const Requirement = Schema.Union(
  Schema.Struct({ type: Schema.Literal("require"), badge: Badge }),
  Schema.Struct({ type: Schema.Literal("amountOf"), amount: Schema.BigInt, resource: Schema.String }),
  Schema.Struct({ type: Schema.Literal("countOf"), count: Schema.Int, badges: Schema.Array(Badge) }),
  Schema.Struct({ type: Schema.Literal("allOf", "anyOf"), badges: Schema.Array(Badge) })
)
export type Requirement = typeof Requirement.Type

export type RuleNode =
  | { readonly type: "basic"; readonly requirement: Requirement }
  | { readonly type: "any" | "all"; readonly nodes: ReadonlyArray<RuleNode> }
export type RuleNodeEncoded =
  | { readonly type: "basic"; readonly requirement: typeof Requirement.Encoded }
  | { readonly type: "any" | "all"; readonly nodes: ReadonlyArray<RuleNodeEncoded> }

const RuleNode: Schema.Schema<RuleNode, RuleNodeEncoded> = Schema.Union(
  Schema.Struct({ type: Schema.Literal("basic"), requirement: Requirement }),
  Schema.Struct({
    type: Schema.Literal("any", "all"),
    nodes: Schema.Array(Schema.suspend((): Schema.Schema<RuleNode, RuleNodeEncoded> => RuleNode))
  })
)

export const Rule = Schema.Union(
  Schema.Struct({ type: Schema.Literal("allow", "deny") }),
  Schema.Struct({ type: Schema.Literal("protected"), node: RuleNode })
)
export type Rule = typeof Rule.Type

export const allowAll: Rule = { type: "allow" }
export const denyAll: Rule = { type: "deny" }
export const requires = (resource: string, id?: string): Rule => ({
  type: "protected",
  node: { type: "basic", requirement: { type: "require", badge: id === undefined ? { resource } : { resource, id } } }
})

const MAX_DEPTH = 8 // docs/ledger.md
const MAX_REQUIREMENTS = 64

const malformed = () => new Abort("the access rule is malformed")

/** `address` converts a static or named address to its string. */
type AddressText = (value: Value | undefined) => string

class RuleReader {
  private count = 0
  constructor(private readonly address: AddressText) {}

  private badge = (value: Value | undefined): Badge => {
    this.count += 1
    if (this.count > MAX_REQUIREMENTS) throw new Abort(`an access rule has at most ${MAX_REQUIREMENTS} requirements`)
    const inner = value?.kind === "Enum" && value.fields.length === 1 ? value.fields[0] : undefined
    if (value?.kind !== "Enum" || inner === undefined) throw malformed()
    if (value.variant === 1) return { resource: this.address(inner) }
    const [resource, id] = inner.kind === "Tuple" ? inner.fields : []
    if (value.variant !== 0 || id?.kind !== "NonFungibleLocalId") throw malformed()
    return { resource: this.address(resource), id: id.value }
  }

  private badges(value: Value | undefined): ReadonlyArray<Badge> {
    if (value?.kind !== "Array") throw malformed()
    return value.items.map(this.badge)
  }

  private requirement(value: Value | undefined): Requirement {
    if (value?.kind !== "Enum") throw malformed()
    const [first, second] = value.fields
    switch (value.variant) {
      case 0:
        return { type: "require", badge: this.badge(first) }
      case 1:
        if (first?.kind !== "Decimal") throw malformed()
        return { type: "amountOf", amount: first.value, resource: this.address(second) }
      case 2:
        if (first?.kind !== "U8") throw malformed()
        return { type: "countOf", count: first.value, badges: this.badges(second) }
      case 3:
        return { type: "allOf", badges: this.badges(first) }
      case 4:
        return { type: "anyOf", badges: this.badges(first) }
      default:
        throw malformed()
    }
  }

  private node(value: Value | undefined, depth: number): RuleNode {
    if (depth > MAX_DEPTH) throw new Abort(`an access rule nests at most ${MAX_DEPTH} deep`)
    if (value?.kind !== "Enum") throw malformed()
    const [inner] = value.fields
    if (value.variant === 0) return { type: "basic", requirement: this.requirement(inner) }
    if (inner?.kind !== "Array" || value.variant > 2) throw malformed()
    const nodes = inner.items.map((item) => this.node(item, depth + 1))
    return { type: value.variant === 1 ? "any" : "all", nodes }
  }

  rule(value: Value | undefined): Rule {
    if (value?.kind !== "Enum") throw malformed()
    if (value.variant === 0 && value.fields.length === 0) return allowAll
    if (value.variant === 1 && value.fields.length === 0) return denyAll
    if (value.variant !== 2) throw malformed()
    return { type: "protected", node: this.node(value.fields[0], 1) }
  }
}

/** Throws `Abort`. */
export const readRule = (value: Value | undefined, address: AddressText): Rule => new RuleReader(address).rule(value)

/** What evaluating a rule needs from an auth zone. */
export interface Evidence {
  readonly holds: (badge: Badge) => boolean
  readonly holdsAmount: (resource: string, amount: bigint) => boolean
}

const meets = (requirement: Requirement, evidence: Evidence): boolean => {
  switch (requirement.type) {
    case "require":
      return evidence.holds(requirement.badge)
    case "amountOf":
      return evidence.holdsAmount(requirement.resource, requirement.amount)
    case "countOf":
      return requirement.badges.filter(evidence.holds).length >= requirement.count
    case "allOf":
      return requirement.badges.every(evidence.holds)
    case "anyOf":
      return requirement.badges.some(evidence.holds)
  }
}

const nodeHolds = (node: RuleNode, evidence: Evidence): boolean => {
  if (node.type === "basic") return meets(node.requirement, evidence)
  const holds = (inner: RuleNode) => nodeHolds(inner, evidence)
  return node.type === "any" ? node.nodes.some(holds) : node.nodes.every(holds)
}

export const ruleHolds = (rule: Rule, evidence: Evidence): boolean =>
  rule.type === "protected" ? nodeHolds(rule.node, evidence) : rule.type === "allow"
