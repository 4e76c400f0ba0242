import { Link } from "@remix-run/react"
import { Icon } from "./icon"

/** Who keeps a rule: the ledger refuses whatever breaks it, the site keeps to it and shows its record. */
export type Keeper = "ledger" | "site"

const icons = { ledger: "lock", site: "home" } as const

/** The sign behind the name of a rule. */
export function KeptBy({ keeper }: { readonly keeper: Keeper }) {
  return (
    <span className="small muted nowrap">
      <Icon name={icons[keeper]} /> {keeper}
    </span>
  )
}

/** What the signs above it mean. */
export function KeptByKey() {
  return (
    <p className="small muted">
      <Icon name={icons.ledger} /> ledger: the network refuses anything that breaks the rule. <Icon name={icons.site} />{" "}
      site: we enforce the rule, and the public record shows whether we did.{" "}
      <Link to="/resources/who-keeps-a-rule">Who enforces each rule</Link>
    </p>
  )
}
