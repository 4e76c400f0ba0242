import { NavLink } from "@remix-run/react"
import { Bell } from "~/components/activity/notifications/bell"
import { Logo } from "~/components/base/parts/logo"
import { OfflineNotice } from "~/components/base/parts/offline-notice"
import { placesOf } from "~/components/base/parts/places"
import { SignOut } from "~/components/people/account/sign-out"
import { AccountMenu } from "~/components/shell/account-menu"
import { ConnectButton } from "~/components/wallet/wallet/connect-button"
import type { SiteData } from "~/effects/publishing/site/SiteData"

export function Masthead({ data }: { readonly data: SiteData }) {
  const { session } = data
  const places = placesOf("masthead", session !== null)
  return (
    <header className="masthead no-print" data-signed-in={session === null ? undefined : ""}>
      <div className="wrap">
        <Logo />
        {places.length > 0 && (
          <nav className="masthead__nav" aria-label="Main">
            {places.map(({ name, path }) => (
              <NavLink key={path} to={path} end={path === "/community"} prefetch="intent">
                {name}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="masthead__end">
          {session?.profile && <Bell known={data.waiting} />}
          <OfflineNotice />
          <ConnectButton
            menu={session === null ? undefined : <AccountMenu email={data.email} theme={data.theme} />}
            signOut={<SignOut />}
          />
        </div>
      </div>
    </header>
  )
}
