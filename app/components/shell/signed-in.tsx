import { Bell } from "~/components/activity/notifications/bell"
import { OfflineNotice } from "~/components/base/parts/offline-notice"
import type { SiteData } from "~/effects/publishing/site/SiteData"

type Props = {
  readonly session: NonNullable<SiteData["session"]>
  readonly waiting: SiteData["waiting"]
}

/** What stands beside the account menu of signed-in people. */
export function SignedIn({ session, waiting }: Props) {
  return (
    <>
      {session.profile && <Bell known={waiting} />}
      <OfflineNotice />
    </>
  )
}
