import { Link } from "@remix-run/react"
import { APP_NAME } from "~/effects/base/settings/product"

/** The emblem and the name; links to the home page. */
export function Logo() {
  return (
    <Link className="logo" to="/">
      <svg viewBox="0 0 28 28" aria-hidden="true" fill="none" stroke="currentColor">
        <circle cx="14" cy="14" r="12.75" strokeWidth="1.5" />
        <circle cx="14" cy="14" r="8.7" strokeWidth="4" strokeDasharray="8.11 1" />
        <circle cx="14" cy="14" r="2.2" fill="currentColor" stroke="none" />
      </svg>
      {APP_NAME}
    </Link>
  )
}
