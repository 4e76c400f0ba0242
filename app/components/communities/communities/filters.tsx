import { FilterCheck, FilterChoice, FilterForm, FilterSearch } from "~/components/base/forms/filter-form"
import {
  type ExploreQuery,
  exploreHref,
  isUnfiltered,
  policies,
  QUERY_LENGTH,
  type Sort,
  sorts
} from "~/effects/communities/communities/query"
import { policyNames } from "~/effects/communities/communities/words"

const sortNames: Readonly<Record<Sort, string>> = {
  active: "Latest activity",
  newest: "Newest",
  members: "Most members",
  name: "Name"
}

type Props = {
  readonly query: ExploreQuery
  readonly tags: ReadonlyArray<string>
}

export function Filters({ query, tags }: Props) {
  return (
    <FilterForm
      name="Communities"
      action="/explore"
      asked={exploreHref(query)}
      folded={{
        isOpen: !isUnfiltered({ ...query, q: "" }),
        fields: (
          <>
            <FilterChoice
              id="explore-policy"
              name="policy"
              label="Joining"
              any="Any"
              options={policies.map((policy) => [policy, policyNames[policy]] as const)}
              value={query.policy}
            />
            <FilterChoice
              id="explore-sort"
              name="sort"
              label="Sort"
              options={sorts.map((sort) => [sort, sortNames[sort]] as const)}
              value={query.sort}
            />
          </>
        )
      }}
      more={
        <>
          <FilterCheck name="vote" value="1" isOn={query.hasOpenVote}>
            Has an open vote
          </FilterCheck>
          <FilterCheck name="sale" value="1" isOn={query.hasOpenSale}>
            Has an open sale
          </FilterCheck>
          <details className="disclosure filters__tags" data-kind="link">
            <summary>{query.tags.length === 0 ? "Tags" : `Tags: ${query.tags.join(", ")}`}</summary>
            <fieldset>
              <legend className="visually-hidden">Any of these tags</legend>
              {tags.map((tag) => (
                <FilterCheck key={tag} name="tag" value={tag} isOn={query.tags.includes(tag)}>
                  {tag}
                </FilterCheck>
              ))}
            </fieldset>
          </details>
        </>
      }
    >
      <FilterSearch id="explore-q" name="q" label="Search" length={QUERY_LENGTH} value={query.q} />
    </FilterForm>
  )
}
