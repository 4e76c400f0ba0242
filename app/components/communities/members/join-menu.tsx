import { Icon } from "~/components/base/parts/icon"
import { useMenuClosing } from "~/components/base/parts/menu"
import { later } from "~/components/base/site/later"
import { roleNow } from "~/effects/access/permissions"
import type { OutsiderProps } from "./outsider-menus"

/** Most who see the header are members, and stay. */
const LeaveForm = later(async () => (await import("./leave-form")).LeaveForm, "waits")
const OutsiderMenus = later(async () => (await import("./outsider-menus")).OutsiderMenus, "waits")

/** Leaving, folded away behind one button of the community's header; for others joining and following. */
export function JoinMenu(props: OutsiderProps) {
  const role = roleNow(props.community.standing)
  if (role === null) return <OutsiderMenus {...props} />
  // The owner hands over first; there is nothing to press here (docs/product/access.md, 3.2).
  return role === "owner" ? null : <MembershipMenu community={props.community} />
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
