import { Form } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { membersPath } from "~/effects/communities/members/joining"

type Props = {
  readonly communityId: string
  readonly isFollowing: boolean
  /** The page that the button is on. */
  readonly back: string
}

/** Follows a community's announcements and votes without joining it. Clicking again stops it. */
export function FollowButton({ back, communityId, isFollowing }: Props) {
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
