import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Mark } from "~/components/base/parts/mark"
import { placeExists } from "~/components/base/parts/places"
import { ShareButton } from "~/components/base/parts/share-button"
import { useRootData } from "~/components/base/site/root-data"
import type { PublicProfile } from "~/effects/communities/communities/pages/publicProfile"
import { joiningInWords } from "~/effects/communities/communities/words"
import { CommunityHead } from "./community-head"
import { TagLinks } from "./tag-links"

/** The community's own pages; linked to only if this route exists. */
const DETAIL = "/community/detail/$id"

type Props = { readonly publicProfile: PublicProfile; readonly joining: ReactNode }

/**
 * The public header: breadcrumb, cover, emblem, name, and either the join controls or the link to the community's own
 * pages.
 */
export function PublicHead({ joining, publicProfile }: Props) {
  const { origin } = useRootData()
  const { role } = publicProfile.frame
  return (
    <>
      <nav className="where" aria-label="You are here">
        <ol className="breadcrumb">
          <li>
            <Link to="/explore">Explore</Link>
          </li>
          <li>
            <span aria-current="page">{publicProfile.name}</span>
          </li>
        </ol>
      </nav>
      <CommunityHead
        community={publicProfile}
        role={role}
        isArchived={publicProfile.isArchived}
        states={
          <span className="state-line muted">
            <Mark name="key" />
            {joiningInWords(publicProfile)}
          </span>
        }
        more={<TagLinks tags={publicProfile.tags} />}
        actions={
          placeExists(DETAIL) && (
            <div className="community-head__act row">
              {joining}
              <Link
                className="button"
                data-kind={role === null ? undefined : "primary"}
                data-size="s"
                to={DETAIL.replace("$id", publicProfile.id)}
                prefetch="intent"
              >
                Open the community
              </Link>
              <ShareButton url={`${origin}/explore/${publicProfile.slug}`} title={publicProfile.name} />
            </div>
          )
        }
      />
    </>
  )
}
