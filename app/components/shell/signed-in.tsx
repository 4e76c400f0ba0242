import { Bell } from "~/components/activity/notifications/bell"
import { OfflineNotice } from "~/components/base/parts/offline-notice"
import { AccountMenu } from "~/components/shell/account-menu"
import type { SiteData } from "~/effects/publishing/site/SiteData"

type Props = {
  readonly session: NonNullable<SiteData["session"]>
  readonly waiting: SiteData["waiting"]
  readonly theme: SiteData["theme"]
}

/** The masthead's end for signed-in people. Visitors do not load it (docs/goals.md A1). */
export function SignedIn({ session, theme, waiting }: Props) {
  return (
    <>
      {session.profile && <Bell known={waiting} />}
      <OfflineNotice />
      <AccountMenu session={session} theme={theme} />
    </>
  )
}
