import { useFetcher } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { Icon } from "~/components/base/parts/icon"
import { later } from "~/components/base/site/later"
import { roleNow } from "~/effects/access/permissions"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { membersPath } from "~/effects/communities/members/joining"
import type { JoinBoxProps } from "./join-box"
import type { OutsiderProps } from "./outsider-menus"

/** Most who see the header are members. */
const OutsiderMenus = later(async () => (await import("./outsider-menus")).OutsiderMenus, "waits")

/** Leaving, folded away behind one button of the community's header; for others joining and following. */
export function JoinMenu(props: OutsiderProps) {
  const { community } = props
  const role = roleNow(community.standing)
  if (role === null) return <OutsiderMenus {...props} />
  // The owner hands over first; there is nothing to press here (docs/product/access.md, 3.2).
  return role === "owner" ? null : (
    <details className="menu join-menu">
      <summary className="button" data-size="s">
        Membership
        <Icon name="down" />
      </summary>
      <div className="menu__panel">
        <LeaveForm community={community} />
      </div>
    </details>
  )
}

/** Leaving, with what that means said first (docs/product/communities.md, 3.6.4). */
export function LeaveForm({ community }: Pick<JoinBoxProps, "community">) {
  const fetcher = useFetcher<PageReply>()
  const refused = fetcher.data?.ok === false ? fetcher.data.message : undefined
  return (
    <fetcher.Form
      className="stack"
      data-gap="s"
      method="post"
      action={membersPath(community.id)}
      data-by-script="always"
    >
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
