import type { ReactNode } from "react"
import { DayAt } from "~/components/base/parts/day"
import { Icon } from "~/components/base/parts/icon"
import { Mark, VERIFIED } from "~/components/base/parts/mark"
import { Seal } from "~/components/base/parts/seal"
import { StateChip } from "~/components/base/parts/state-chip"
import type { Role } from "~/effects/access/Membership"
import { roleNames } from "~/effects/access/rules"

type Props = {
  readonly community: {
    readonly id: string
    readonly name: string
    readonly tagline: string
    readonly logo: string | null
    readonly cover: string | null
    readonly isVerified: boolean
    readonly createdAt: number
  }
  readonly role: Role | null
  readonly isArchived: boolean
  /** After its marks: what else is said in the line below the name. */
  readonly states: ReactNode
  /** Below that line. */
  readonly more?: ReactNode
  /** Controls at the end. */
  readonly actions: ReactNode
}

/** A community's cover, emblem, name and state, on its public page and on its own. */
export function CommunityHead({ actions, community, isArchived, more, role, states }: Props) {
  return (
    <>
      {community.cover !== null && (
        <img className="community-cover no-print" src={community.cover} alt="" width="1000" height="260" />
      )}
      <header className="community-head">
        <Seal community={community} size="l" />
        <div className="stack" data-gap="s">
          <h1>{community.name}</h1>
          <p className="muted">{community.tagline}</p>
          <div className="row small">
            {community.isVerified && (
              <>
                <span className="state-line verified">
                  <Mark name="seal" />
                  {VERIFIED}
                </span>
                <span className="muted">
                  Founded <DayAt at={community.createdAt} />
                </span>
              </>
            )}
            {role !== null && (
              <span className="chip">
                <Icon name="people" />
                {roleNames[role]}
              </span>
            )}
            {isArchived && <StateChip state="warn" mark="seal" word="Archived" />}
            {states}
          </div>
          {more}
        </div>
        {actions}
      </header>
    </>
  )
}
