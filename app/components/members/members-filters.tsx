import { Form } from "@remix-run/react"
import { type MembersQuery, membersHref, QUERY_LENGTH, roles, type Sort, sorts } from "~/effects/members/query"
import { Icon } from "../icon"

export const roleNames = { member: "Member", moderator: "Moderator", owner: "Owner" } as const

const sortNames: Readonly<Record<Sort, string>> = {
  longest: "Longest here",
  newest: "Newest",
  name: "Name",
  weight: "Weight"
}

type Props = { readonly path: string; readonly query: MembersQuery; readonly showsWeight: boolean }

/** A plain form: its answer is an address that can be kept and passed on. */
export function MembersFilters({ path, query, showsWeight }: Props) {
  return (
    // The key puts the fields to what the address says, also after Back.
    <Form key={membersHref("", query)} className="filters" role="search" aria-label="Members" action={path}>
      <div className="field">
        <label htmlFor="members-q">Search by name or address</label>
        <input
          className="input"
          id="members-q"
          name="q"
          type="search"
          minLength={QUERY_LENGTH.min}
          maxLength={QUERY_LENGTH.max}
          defaultValue={query.q}
        />
      </div>
      <div className="field">
        <label htmlFor="members-role">Role</label>
        <select className="input" id="members-role" name="role" defaultValue={query.role ?? ""}>
          <option value="">Any</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="members-sort">Sort</label>
        <select className="input" id="members-sort" name="sort" defaultValue={query.sort}>
          {sorts
            .filter((sort) => showsWeight || sort !== "weight")
            .map((sort) => (
              <option key={sort} value={sort}>
                {sortNames[sort]}
              </option>
            ))}
        </select>
      </div>
      <button className="button" type="submit">
        <Icon name="search" />
        Search
      </button>
    </Form>
  )
}
