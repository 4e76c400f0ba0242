import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Mark, VERIFIED } from "~/components/base/parts/mark"
import { Seal } from "~/components/base/parts/seal"
import { insidePath } from "~/components/base/site/inside-path"
import { useRootData } from "~/components/base/site/root-data"
import { counted } from "~/effects/base/text/counted"
import type { CommunityCard } from "~/effects/communities/communities/cards"
import { joiningInWords } from "~/effects/communities/communities/words"
import { TagLinks } from "./tag-links"

/** The address of a community's public profile. */
export const publicProfilePath = (slug: string): string => `/explore/${slug}`

/**
 * Where links to a community lead: signed-in readers go to its own pages, which include everything the public page
 * shows.
 */
export const useCommunityPath = () => {
  const { session } = useRootData()
  return ({ id, slug }: Pick<CommunityCard, "id" | "slug">) =>
    session === null ? publicProfilePath(slug) : insidePath(id)
}

/** One row of the directory: the community and the facts that people choose by. */
export function CommunityRow({ card }: { readonly card: CommunityCard }) {
  const path = useCommunityPath()
  return (
    <li>
      <Seal community={card} />
      <div>
        <h3>
          <Link to={path(card)} prefetch="intent">
            {card.name}
          </Link>
          {card.isVerified && (
            <>
              {" "}
              <span className="verified">
                <Mark name="seal" label={VERIFIED} />
              </span>
            </>
          )}
        </h3>
        <p>{card.tagline}</p>
        <TagLinks tags={card.tags} />
      </div>
      <div className="register__side">
        <span className="state-line">
          <Icon name="people" />
          {counted(card.members, "member")}
        </span>
        <span className="state-line">
          <Mark name="vote" />
          {card.openProposals === 0 ? "No open vote" : counted(card.openProposals, "open vote")}
        </span>
        {card.openSales > 0 && (
          <span className="state-line">
            <Mark name="coin" />
            Bond sale open
          </span>
        )}
        <span className="state-line">
          <Mark name="key" />
          {joiningInWords(card)}
        </span>
      </div>
    </li>
  )
}
