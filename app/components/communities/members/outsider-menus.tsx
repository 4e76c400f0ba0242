import { useLocation } from "@remix-run/react"
import { useMenuClosing } from "~/components/base/parts/menu"
import { permissions } from "~/effects/access/permissions"
import { joinState } from "~/effects/communities/members/joining"
import { FollowButton } from "./follow-button"
import { JoinBox, type JoinBoxProps } from "./join-box"

export type OutsiderProps = Pick<JoinBoxProps, "community" | "invite"> & {
  readonly community: { readonly isFollowing: boolean }
  /** "primary" where joining is the main action. */
  readonly kind: "primary" | undefined
}

/**
 * Header controls for readers who are not members: following, and joining behind one button that also opens without
 * JavaScript. An invitation link opens it from the start.
 */
export function OutsiderMenus(props: OutsiderProps) {
  const { community, invite = "", kind } = props
  const { pathname, search } = useLocation()
  const details = useMenuClosing("page")
  const { isFollowing, standing } = community
  const state = joinState(community, invite)
  if (state.kind === "inside") return null
  const word = state.kind === "outside" ? (state.way === "approval" ? "Ask to join" : "Join") : "Your application"
  return (
    <>
      {(isFollowing || permissions.follow(standing).ok) && (
        <FollowButton communityId={community.id} isFollowing={isFollowing} back={`${pathname}${search}`} />
      )}
      <details className="menu join-menu" ref={details} open={invite !== ""}>
        <summary className="button" data-kind={state.kind === "outside" ? kind : undefined} data-size="s">
          {state.kind === "suspended" ? "Suspended" : word}
        </summary>
        <div className="menu__panel">
          <JoinBox community={community} invite={invite} isBare />
        </div>
      </details>
    </>
  )
}
