import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Day } from "~/components/base/parts/day"
import { Icon } from "~/components/base/parts/icon"
import { Mark, VERIFIED } from "~/components/base/parts/mark"
import { placeExists } from "~/components/base/parts/places"
import { Seal } from "~/components/base/parts/seal"
import { ShareButton } from "~/components/base/parts/share-button"
import { StateChip } from "~/components/base/parts/state-chip"
import { useRootData } from "~/components/base/site/root-data"
import type { PublicProfile } from "~/effects/communities/communities/pages/publicProfile"
import { joiningInWords } from "~/effects/communities/communities/words"
import { TagLinks } from "./tag-links"

/** The community's own pages; linked to only if this route exists. */
const DETAIL = "/community/detail/$id"

const roleNames = {
  member: "Member",
  moderator: "Moderator",
  owner: "Owner"
} as const

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
      {publicProfile.cover !== null && (
        <img className="community-cover" src={publicProfile.cover} alt="" width="1000" height="260" />
      )}
      <header className="community-head">
        <Seal community={publicProfile} size="l" />
        <div className="stack" data-gap="s">
          <h1>{publicProfile.name}</h1>
          <p className="muted">{publicProfile.tagline}</p>
          <div className="row small">
            {publicProfile.isVerified && (
              <span className="state-line verified">
                <Mark name="seal" />
                {VERIFIED}
              </span>
            )}
            {publicProfile.isVerified && (
              <span className="muted">
                Founded <Day day={new Date(publicProfile.createdAt).toISOString().slice(0, 10)} />
              </span>
            )}
            {role !== null && (
              <span className="chip">
                <Icon name="people" />
                {roleNames[role]}
              </span>
            )}
            {publicProfile.isArchived && <StateChip state="warn" mark="seal" word="Archived" />}
            <span className="state-line muted">
              <Mark name="key" />
              {joiningInWords(publicProfile)}
            </span>
          </div>
          <TagLinks tags={publicProfile.tags} />
        </div>
        {placeExists(DETAIL) && (
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
        )}
      </header>
    </>
  )
}
