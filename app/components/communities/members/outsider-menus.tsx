import { Form, useLocation } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { useMenuClosing } from "~/components/base/parts/menu"
import type { CommunityId } from "~/effects/access/Community"
import { permissions } from "~/effects/access/permissions"
import { joinState, membersPath } from "~/effects/communities/members/joining"
import { JoinBox, type JoinBoxProps } from "./join-box"

type Props = {
  readonly communityId: CommunityId
  readonly isFollowing: boolean
  /** The page that the button is on. */
  readonly back: string
}

/** Follows a community's announcements and votes without joining it. Clicking again stops it. */
function FollowButton({ back, communityId, isFollowing }: Props) {
  return (
    <Form method="post" action={membersPath(communityId)} preventScrollReset>
      <input type="hidden" name="back" value={back} />
      <button
        className="button"
        data-size="s"
        type="submit"
        name="intent"
        value={isFollowing ? "unfollow" : "follow"}
        aria-pressed={isFollowing}
        title={
          isFollowing
            ? "You hear of announcements and votes. Click to stop."
            : "Hear of announcements and votes without joining. Nobody else can see it."
        }
      >
        <Icon name="bell" />
        {isFollowing ? "Following" : "Follow"}
      </button>
    </Form>
  )
}

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
  const { isFollowing, communityRole } = community
  const state = joinState(community, invite)
  if (state.kind === "inside") return null
  const word = state.kind === "outside" ? (state.way === "approval" ? "Ask to join" : "Join") : "Your application"
  return (
    <>
      {(isFollowing || permissions.follow(communityRole).ok) && (
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
