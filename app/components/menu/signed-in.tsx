import type { SiteData } from "~/effects/site/SiteData"
import { Bell } from "../notifications/bell"
import { AccountMenu } from "./account-menu"

type Props = {
  readonly session: NonNullable<SiteData["session"]>
  readonly unread: SiteData["unread"]
  readonly theme: SiteData["theme"]
}

/** The masthead's end for who is signed in. Visitors do not load it (quality A1). */
export function SignedIn({ session, theme, unread }: Props) {
  return (
    <>
      {session.profile && <Bell unread={unread} />}
      <AccountMenu session={session} theme={theme} />
    </>
  )
}
