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
      <Icon name={icons.ledger} /> ledger: the network refuses what breaks it. <Icon name={icons.site} /> site: this
      site keeps to it, and its record shows whether it did.{" "}
      <Link to="/resources/who-keeps-a-rule">Who keeps a rule</Link>
    </p>
  )
}
