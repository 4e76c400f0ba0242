/** Access rules and roles in the gateway's form. Pure. */
import { type Badge, formatAmount, type Requirement, type RowOf, type Rule, type RuleNode } from "~/ledger/index"

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

export const rolesJson = ({ owner, roles }: Pick<RowOf<"entity">, "owner" | "roles">) => ({
  owner: { rule: ruleJson(owner.rule), updater: owner.updatable ? "Owner" : "None" },
  entries: Object.entries(roles).map(([name, rule]) => ({
    role_key: { name, module: name.startsWith("metadata_") ? "Metadata" : "Main" },
    assignment: { resolution: "Explicit", explicit_rule: ruleJson(rule) }
  }))
})
