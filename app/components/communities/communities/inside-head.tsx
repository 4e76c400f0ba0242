import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { DayAt } from "~/components/base/parts/day"
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
  /** The join and leave controls. */
  readonly joining?: ReactNode
}

const roleNames = { member: "Member", moderator: "Moderator", owner: "Owner" } as const

/** The full header: the community, the reader's role and what they can do here. */
export function InsideHead({ frame, joining }: Props) {
  return (
    <>
      {frame.cover !== null && (
        <img className="community-cover no-print" src={frame.cover} alt="" width="1000" height="260" />
      )}
      <header className="community-head">
        <Seal community={frame} size="l" />
        <div className="stack" data-gap="s">
          <h1>{frame.name}</h1>
          <p className="muted">{frame.tagline}</p>
          <div className="row small">
            {frame.isVerified && (
              <span className="state-line verified">
                <Mark name="seal" />
                {VERIFIED}
              </span>
            )}
            {frame.isVerified && (
              <span className="muted">
                Founded <DayAt at={frame.createdAt} />
              </span>
            )}
            {frame.role !== null && (
              <span className="chip">
                <Icon name="people" />
                {roleNames[frame.role]}
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
      </header>
    </>
  )
}
