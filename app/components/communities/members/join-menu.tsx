import { Icon } from "~/components/base/parts/icon"
import { useMenuClosing } from "~/components/base/parts/menu"
import { view } from "~/components/base/site/later"
import { roleNow } from "~/effects/access/permissions"
import { LeaveForm } from "./leave-form"
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
