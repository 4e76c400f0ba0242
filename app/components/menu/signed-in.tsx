import type { SiteData } from "~/effects/site/SiteData"
import { Bell } from "../notifications/bell"
import { OfflineNotice } from "../site/offline-notice"
import { AccountMenu } from "./account-menu"

type Props = {
  readonly session: NonNullable<SiteData["session"]>
  readonly waiting: SiteData["waiting"]
  readonly theme: SiteData["theme"]
}

/** The masthead's end for who is signed in. Visitors do not load it (quality A1). */
export function SignedIn({ session, theme, waiting }: Props) {
  return (
    <>
      {session.profile && <Bell known={waiting} />}
      <OfflineNotice />
      <AccountMenu session={session} theme={theme} />
    </>
  )
}
