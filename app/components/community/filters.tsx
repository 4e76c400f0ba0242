import { Form } from "@remix-run/react"
import { type ExploreQuery, exploreHref, policies, QUERY_LENGTH, type Sort, sorts } from "~/effects/communities/query"
import { policyNames } from "~/effects/communities/words"
import { Icon } from "../icon"

const sortNames: Readonly<Record<Sort, string>> = {
  active: "Most active",
  newest: "Newest",
  members: "Most members",
  name: "Name"
}

type Props = {
  readonly query: ExploreQuery
  readonly tags: ReadonlyArray<string>
}

/** A plain form: its answer is an address that can be kept and passed on, with or without a script. */
export function Filters({ query, tags }: Props) {
  return (
    // The key puts the fields to what the address says, also after Back.
    <Form key={exploreHref(query)} className="filters" role="search" aria-label="Communities" action="/explore">
      <div className="field">
        <label htmlFor="explore-q">Search</label>
        <input
          className="input"
          id="explore-q"
          name="q"
          type="search"
          minLength={QUERY_LENGTH.min}
          maxLength={QUERY_LENGTH.max}
          defaultValue={query.q}
        />
      </div>
      <div className="field">
        <label htmlFor="explore-policy">Joining</label>
        <select className="input" id="explore-policy" name="policy" defaultValue={query.policy ?? ""}>
          <option value="">Any</option>
          {policies.map((policy) => (
            <option key={policy} value={policy}>
              {policyNames[policy]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="explore-sort">Sort</label>
        <select className="input" id="explore-sort" name="sort" defaultValue={query.sort}>
          {sorts.map((sort) => (
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
      <div className="filters__more">
        <label className="check">
          <input type="checkbox" name="vote" value="1" defaultChecked={query.hasOpenVote} />
          Has an open vote
        </label>
        <label className="check">
          <input type="checkbox" name="sale" value="1" defaultChecked={query.hasOpenSale} />
          Has an open sale
        </label>
        <details className="filters__tags">
          <summary>{query.tags.length === 0 ? "Tags" : `Tags: ${query.tags.join(", ")}`}</summary>
          <fieldset>
            <legend className="visually-hidden">Any of these tags</legend>
            {tags.map((tag) => (
              <label key={tag} className="check">
                <input type="checkbox" name="tag" value={tag} defaultChecked={query.tags.includes(tag)} />
                {tag}
              </label>
            ))}
          </fieldset>
        </details>
      </div>
    </Form>
  )
}
