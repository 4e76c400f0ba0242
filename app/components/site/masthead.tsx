import { NavLink } from "@remix-run/react"
import type { SiteData } from "~/effects/site/SiteData"
import { Logo } from "../logo"
import { AccountMenu } from "../menu/account-menu"
import { Bell } from "../notifications/bell"
import { placesOf } from "../places"
import { ConnectButton } from "../wallet/connect-button"

export function Masthead({ data }: { readonly data: SiteData }) {
  const places = placesOf("masthead", data.session !== null)
  return (
    <header className="masthead no-print">
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
          {data.session?.profile && <Bell unread={data.unread} />}
          {data.session !== null && <AccountMenu session={data.session} theme={data.theme} />}
          <ConnectButton />
        </div>
      </div>
    </header>
  )
}
