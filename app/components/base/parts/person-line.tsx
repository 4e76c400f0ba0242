import { Link } from "@remix-run/react"
import { shortAddress } from "~/components/base/text/short-address"
import type { Person } from "~/effects/access/Person"

const initials = (name: string) =>
  name
    .split(" ")
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2)
    .toUpperCase()

export const nameOf = ({ account, name }: Person): string => name ?? shortAddress(account)

/** Picture and name of an author, linked to their profile. */
export function PersonLine({ person }: { readonly person: Person }) {
  return (
    <Link className="person quiet-link" to={`/userDashboard/userProfile/${person.account}`}>
      <span className="avatar" aria-hidden="true">
        {person.picture === null ? (
          initials(person.name ?? "")
        ) : (
          <img src={person.picture} alt="" width="28" height="28" loading="lazy" />
        )}
      </span>
      <span>{nameOf(person)}</span>
    </Link>
  )
}
