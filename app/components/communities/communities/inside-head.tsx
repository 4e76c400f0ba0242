import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Icon } from "~/components/base/parts/icon"
import { Mark } from "~/components/base/parts/mark"
import { Menu } from "~/components/base/parts/menu"
import { ShareButton } from "~/components/base/parts/share-button"
import { StateChip } from "~/components/base/parts/state-chip"
import { insidePath } from "~/components/base/site/inside-path"
import { useRootData } from "~/components/base/site/root-data"
import { permissions } from "~/effects/access/permissions"
import { hasPublicProfile } from "~/effects/access/visibility"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { CommunityHead } from "./community-head"
import { InsideIcon } from "./inside-icon"

type Props = {
  readonly frame: CommunityFrame
  /** The join and leave controls. */
  readonly joining?: ReactNode
}

/** The address to share: the public page if there is one, otherwise this page, which only members can open. */
function ShareMenu({ frame }: { readonly frame: CommunityFrame }) {
  const { origin } = useRootData()
  const isPublic = hasPublicProfile(frame)
  const address = `${origin}${isPublic ? `/explore/${frame.slug}` : insidePath(frame.id)}`
  return (
    <Menu
      summary={
        <span className="button" data-size="s">
          <InsideIcon name="share" />
          Share
        </span>
      }
    >
      <div className="stack" data-gap="s">
        <p className="small">{isPublic ? "The public page:" : "Only members can open this address:"}</p>
        <a className="address" href={address}>
          {address.replace(/^https?:\/\//, "")}
        </a>
        <ShareButton url={address} title={frame.name} />
      </div>
    </Menu>
  )
}

/** The full header: the community, the reader's role and what they can do here. */
export function InsideHead({ frame, joining }: Props) {
  return (
    <CommunityHead
      community={frame}
      role={frame.role}
      isArchived={frame.stage === "archived"}
      states={
        <>
          {frame.stage === "draft" && <StateChip state="warn" mark="seal" word="Draft" />}
          {frame.visibility !== "public" && (
            <span className="state-line muted">
              <Mark name="key" />
              {frame.visibility === "private" ? "Private" : "Unlisted"}
            </span>
          )}
        </>
      }
      actions={
        <div className="community-head__act row no-print">
          {joining}
          <Link className="button" data-size="s" to={insidePath(frame.id, "search")} prefetch="intent">
            <Icon name="search" />
            Search
          </Link>
          {permissions.settings(frame.communityRole).ok && (
            <Link className="button" data-size="s" to={`${insidePath(frame.id)}?panel=settings`} prefetch="intent">
              <InsideIcon name="gear" />
              Settings
            </Link>
          )}
          <ShareMenu frame={frame} />
        </div>
      }
    />
  )
}
