import { NavLink } from "@remix-run/react"
import { Logo } from "~/components/base/parts/logo"
import { placesOf } from "~/components/base/parts/places"
import { SignedIn } from "~/components/shell/signed-in"
import { ConnectButton } from "~/components/wallet/wallet/connect-button"
import type { SiteData } from "~/effects/publishing/site/SiteData"

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
          {data.session !== null && <SignedIn session={data.session} waiting={data.waiting} theme={data.theme} />}
          <ConnectButton />
        </div>
      </div>
    </header>
  )
}
