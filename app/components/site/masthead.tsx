import { NavLink } from "@remix-run/react"
import type { SiteData } from "~/effects/site/SiteData"
import { Logo } from "../logo"
import { SignedIn } from "../menu/signed-in"
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
          {data.session !== null && <SignedIn session={data.session} waiting={data.waiting} theme={data.theme} />}
          <ConnectButton />
        </div>
      </div>
    </header>
  )
}
