import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Icon } from "~/components/base/parts/icon"
import { Mark, VERIFIED } from "~/components/base/parts/mark"
import { Seal } from "~/components/base/parts/seal"
import { StateChip } from "~/components/base/parts/state-chip"
import { insidePath } from "~/components/base/site/inside-path"
import { permissions } from "~/effects/access/permissions"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { InsideIcon } from "./inside-icon"
import { ShareMenu } from "./share-menu"

type Props = {
  readonly frame: CommunityFrame
  /** On every page but the overview, which says it all: what one came for begins higher up. */
  readonly isCompact?: boolean
  /** Joining and leaving. */
  readonly joining?: ReactNode
}

/** Who this is, what the reader is here, and what can be done about it. */
export function InsideHead({ frame, isCompact = false, joining }: Props) {
  return (
    <>
      {frame.cover !== null && !isCompact && (
        <img className="community-cover no-print" src={frame.cover} alt="" width="1000" height="260" />
      )}
      <header className="community-head" data-compact={isCompact || undefined}>
        <Seal community={frame} {...(isCompact ? {} : { size: "l" })} />
        <div className="stack" data-gap="s">
          <h1>{frame.name}</h1>
          {!isCompact && <p className="muted">{frame.tagline}</p>}
          <div className="row small">
            {frame.isVerified && !isCompact && (
              <span className="state-line verified">
                <Mark name="seal" />
                {VERIFIED}
              </span>
            )}
            {frame.role === "owner" && !isCompact && (
              <span className="chip">
                <Icon name="people" />
                Owner
              </span>
            )}
            {frame.stage === "draft" && <StateChip state="warn" mark="seal" word="Draft" />}
            {frame.stage === "archived" && <StateChip state="warn" mark="seal" word="Archived" />}
            {frame.visibility !== "public" && (
              <span className="state-line muted">
                <Mark name="key" />
                {frame.visibility === "private" ? "Private" : "Unlisted"}
              </span>
            )}
          </div>
        </div>
        <div className="community-head__act row no-print">
          {joining}
          {permissions.settings(frame.standing).ok && (
            <Link className="button" data-size="s" to={`${insidePath(frame.id)}?panel=settings`} prefetch="intent">
              <InsideIcon name="gear" />
              Settings
            </Link>
          )}
          <ShareMenu frame={frame} />
        </div>
      </header>
    </>
  )
}
