import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Mark, VERIFIED } from "~/components/base/parts/mark"
import { placeExists } from "~/components/base/parts/places"
import { Seal } from "~/components/base/parts/seal"
import { StateChip } from "~/components/base/parts/state-chip"
import type { PublicProfile } from "~/effects/communities/communities/pages/publicProfile"
import { joiningInWords } from "~/effects/communities/communities/words"
import { TagLinks } from "./tag-links"

/** The inside of a community; linked to once there is one. */
const DETAIL = "/community/detail/$id"

const roleNames: Readonly<Record<NonNullable<PublicProfile["role"]>, string>> = {
  member: "Member",
  moderator: "Moderator",
  owner: "Owner"
}

/** Who this is: breadcrumb, cover, seal, name, and the way inside. */
export function PublicHead({ face }: { readonly face: PublicProfile }) {
  return (
    <>
      <nav className="where" aria-label="You are here">
        <ol className="breadcrumb">
          <li>
            <Link to="/explore">Explore</Link>
          </li>
          <li>
            <span aria-current="page">{face.name}</span>
          </li>
        </ol>
      </nav>
      {face.cover !== null && <img className="community-cover" src={face.cover} alt="" width="1000" height="260" />}
      <header className="community-head">
        <Seal community={face} size="l" />
        <div className="stack" data-gap="s">
          <h1>{face.name}</h1>
          <p className="muted">{face.tagline}</p>
          <div className="row small">
            {face.isVerified && (
              <span className="state-line verified">
                <Mark name="seal" />
                {VERIFIED}
              </span>
            )}
            {face.role !== null && (
              <span className="chip">
                <Icon name="people" />
                {roleNames[face.role]}
              </span>
            )}
            {face.isArchived && <StateChip state="warn" mark="seal" word="Archived" />}
            <span className="state-line muted">
              <Mark name="key" />
              {joiningInWords(face)}
            </span>
          </div>
          <TagLinks tags={face.tags} />
        </div>
        {placeExists(DETAIL) && (
          <p className="community-head__act">
            <Link className="button" data-kind="primary" to={DETAIL.replace("$id", face.id)} prefetch="intent">
              Open the community
            </Link>
          </p>
        )}
      </header>
    </>
  )
}
