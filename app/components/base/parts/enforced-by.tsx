import { Link } from "@remix-run/react"
import { Icon } from "./icon"

/**
 * Who enforces a rule: the ledger, which refuses anything that breaks it, or the site, whose public record shows
 * whether it did.
 */
export type Enforcer = "ledger" | "site"

const icons = { ledger: "lock", site: "home" } as const

/** The icon after the name of a rule. */
export function EnforcedBy({ enforcer }: { readonly enforcer: Enforcer }) {
  return (
    <span className="small muted nowrap">
      <Icon name={icons[enforcer]} /> {enforcer}
    </span>
  )
}

/** The legend of these icons. */
export function EnforcedByKey() {
  return (
    <p className="small muted">
      <Icon name={icons.ledger} /> ledger: the network refuses anything that breaks the rule. <Icon name={icons.site} />{" "}
      site: we enforce the rule, and the public record shows whether we did.{" "}
      <Link to="/resources/who-enforces-each-rule">Who enforces each rule</Link>
    </p>
  )
}
