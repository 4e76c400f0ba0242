import { Block } from "~/components/base/parts/block"
import type { PublicProfile } from "~/effects/communities/communities/pages/publicProfile"

/** The community's links to other sites. */
export function LinksBlock({ links }: Pick<PublicProfile, "links">) {
  if (links.length === 0) return null
  return (
    <Block id="links" title="Links">
      <ul className="entries">
        {links.map(({ label, url }) => (
          <li key={`${label}${url}`}>
            <a href={url} rel="nofollow ugc noopener">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Block>
  )
}
