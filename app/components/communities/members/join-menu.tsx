import { useFetcher } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { Icon } from "~/components/base/parts/icon"
import { later } from "~/components/base/site/later"
import { roleNow } from "~/effects/access/permissions"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { joinState, membersPath } from "~/effects/communities/members/joining"
import type { JoinBoxProps } from "./join-box"

/** Most who see the menu are members, and the panel is closed: nothing moves when the box arrives. */
const FoldedBox = later(async () => (await import("./join-box")).JoinBox)

const insideNames = { member: "Member", moderator: "Moderator" } as const

/**
 * Joining or leaving, folded away behind one button of the community's header. Opens with and without JavaScript. Who
 * comes by an invitation finds it open.
 */
export function JoinMenu(props: JoinBoxProps) {
  const { community, invite = "" } = props
  const state = joinState(community, invite)
  if (state.kind === "inside") {
    // The owner hands over first; there is nothing to press here (docs/product/access.md, 3.2).
    const role = roleNow(community.standing) ?? "member"
    return role === "owner" ? null : (
      <details className="menu join-menu">
        <summary className="button" data-size="s">
          {insideNames[role]}
          <Icon name="down" />
        </summary>
        <div className="menu__panel">
          <LeaveForm community={community} />
        </div>
      </details>
    )
  }
  const word = state.kind === "outside" ? (state.way === "approval" ? "Ask to join" : "Join") : "Your application"
  return (
    <details className="menu join-menu" open={invite !== ""}>
      <summary className="button" data-kind={state.kind === "outside" ? "primary" : undefined} data-size="s">
        {state.kind === "suspended" ? "Suspended" : word}
      </summary>
      <div className="menu__panel">
        <FoldedBox {...props} isBare />
      </div>
    </details>
  )
}

/** Leaving, with what that means said first (docs/product/communities.md, 3.6.4). */
export function LeaveForm({ community }: Pick<JoinBoxProps, "community">) {
  const fetcher = useFetcher<PageReply>()
  const refused = fetcher.data?.ok === false ? fetcher.data.message : undefined
  return (
    <fetcher.Form className="stack" data-gap="s" method="post" action={membersPath(community.id)}>
      <p>
        <b>Leave {community.name}?</b>
      </p>
      <p className="small">You keep your tokens and bonds; your votes stay counted.</p>
      <FieldError id={`leave-${community.id}-error`} message={refused} />
      <input type="hidden" name="key" value={community.formKey} />
      <BusyButton
        className="button"
        data-kind="danger"
        data-size="s"
        type="submit"
        name="intent"
        value="leave"
        isBusy={fetcher.state !== "idle"}
      >
        Leave
      </BusyButton>
    </fetcher.Form>
  )
}
