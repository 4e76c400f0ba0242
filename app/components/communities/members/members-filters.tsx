import { FilterChoice, FilterForm, FilterSearch } from "~/components/base/forms/filter-form"
import { roleNames } from "~/effects/access/rules"
import {
  type MembersQuery,
  membersHref,
  QUERY_LENGTH,
  roles,
  type Sort,
  sorts
} from "~/effects/communities/members/query"

const sortNames: Readonly<Record<Sort, string>> = {
  longest: "Longest here",
  newest: "Newest",
  name: "Name",
  weight: "Weight"
}

type Props = { readonly path: string; readonly query: MembersQuery; readonly showsWeight: boolean }

export function MembersFilters({ path, query, showsWeight }: Props) {
  const shown = sorts.filter((sort) => showsWeight || sort !== "weight")
  return (
    <FilterForm name="Members" action={path} asked={membersHref("", query)}>
      <FilterSearch id="members-q" name="q" label="Search by name or address" length={QUERY_LENGTH} value={query.q} />
      <FilterChoice
        id="members-role"
        name="role"
        label="Role"
        any="Any"
        options={roles.map((role) => [role, roleNames[role]] as const)}
        value={query.role}
      />
      <FilterChoice
        id="members-sort"
        name="sort"
        label="Sort"
        options={shown.map((sort) => [sort, sortNames[sort]] as const)}
        value={query.sort}
      />
    </FilterForm>
  )
}
