import { Link } from "@remix-run/react"
import type { CommunityCard } from "~/effects/communities/cards"
import { joiningInWords } from "~/effects/communities/words"
import { counted } from "~/effects/text/counted"
import { Icon } from "../icon"
import { Mark, VERIFIED } from "./mark"
import { Seal } from "./seal"
import { TagLinks } from "./tag-links"

export const facePath = (slug: string): string => `/explore/${slug}`

/** One line of the directory: what it is, and the facts one chooses by. */
export function CommunityRow({ card }: { readonly card: CommunityCard }) {
  return (
    <li>
      <Seal community={card} />
      <div>
        <h3>
          <Link to={facePath(card.slug)} prefetch="intent">
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
