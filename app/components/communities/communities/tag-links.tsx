import { Link } from "@remix-run/react"
import { everything, exploreHref } from "~/effects/communities/communities/query"

/** A community's interests, each linked to the other communities that share it. */
export function TagLinks({ tags }: { readonly tags: ReadonlyArray<string> }) {
  if (tags.length === 0) return null
  return (
    <ul className="row" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link className="tag" to={exploreHref({ ...everything, tags: [tag] })}>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
