import { useFetcher } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { Icon } from "~/components/base/parts/icon"
import { useMenuClosing } from "~/components/base/parts/menu"
import { view } from "~/components/base/site/later"
import { roleNow } from "~/effects/access/permissions"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { membersPath } from "~/effects/communities/members/joining"
import type { JoinBoxProps } from "./join-box"
import type { OutsiderProps } from "./outsider-menus"

/** Members have no use for it. */
const OutsiderMenus = view(async () => (await import("./outsider-menus")).OutsiderMenus)

export const loadJoinMenu = async ({ communityRole }: Pick<OutsiderProps["community"], "communityRole">) => {
  if (roleNow(communityRole) === null) await OutsiderMenus.load()
}

/** Leaving, behind a menu button in the community's header; for others, joining and following. */
export function JoinMenu(props: OutsiderProps) {
  const role = roleNow(props.community.communityRole)
  if (role === null) return <OutsiderMenus {...props} />
  // The owner has no button here: they hand over ownership first (docs/product/access.md).
  return role === "owner" ? null : <MembershipMenu community={props.community} />
}

/** Leaving, after its consequences have been explained (docs/product/communities.md). */
function LeaveForm({ community }: Pick<JoinBoxProps, "community">) {
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

function MembershipMenu({ community }: Pick<OutsiderProps, "community">) {
  const details = useMenuClosing("page")
  return (
    <details className="menu join-menu" ref={details}>
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
