import { Link } from "@remix-run/react"
import { NothingYet, StartLink } from "~/components/base/parts/nothing-yet"
import { placeExists } from "~/components/base/parts/places"
import { Seal } from "~/components/base/parts/seal"
import { roleNames } from "~/effects/access/rules"
import { unreadInWords } from "~/effects/activity/notifications/unread"
import { counted } from "~/effects/base/text/counted"
import type { OwnCommunity } from "~/effects/publishing/dashboard/own"

const openThings = ({ openProposals, openSales }: OwnCommunity): string | undefined => {
  if (openProposals > 0) return counted(openProposals, "open vote")
  return openSales > 0 ? counted(openSales, "open sale") : undefined
}

type Props = { readonly communities: ReadonlyArray<OwnCommunity>; readonly hasMore: boolean }

/** Communities that the account is a member of, most recently active first. */
export function OwnCommunities({ communities, hasMore }: Props) {
  return (
    <section className="block" aria-labelledby="mine">
      <div className="block__head">
        <h2 id="mine" className="h3">
          My communities
        </h2>
        {placeExists("/myCommunities") && communities.length > 0 && (
          <Link to="/myCommunities">{hasMore ? "Show all" : "Manage"}</Link>
        )}
      </div>
      {communities.length === 0 ? (
        <NothingYet>
          <p>
            You haven't joined a community yet. <Link to="/explore">Explore</Link> or <StartLink>start one</StartLink>.
          </p>
        </NothingYet>
      ) : (
        <ul className="register" data-lay="plain">
          {communities.map((community) => (
            <li key={community.id}>
              <Seal community={community} />
              <div>
                <h3>
                  <Link to={`/community/detail/${community.id}`} prefetch="intent">
                    {community.name}
                  </Link>
                </h3>
                <p className="meta">
                  <span>{roleNames[community.role]}</span>
                  <span>{community.unread === 0 ? "All read" : `${unreadInWords(community.unread)} unread`}</span>
                </p>
              </div>
              <div className="register__side" data-end>
                {openThings(community)}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
