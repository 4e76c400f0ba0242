import { NavLink } from "@remix-run/react"
import { Logo } from "~/components/base/parts/logo"
import { placesOf } from "~/components/base/parts/places"
import { SignOut } from "~/components/people/account/sign-out"
import { AccountMenu } from "~/components/shell/account-menu"
import { SignedIn } from "~/components/shell/signed-in"
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
          {session !== null && <SignedIn session={session} waiting={data.waiting} />}
          <ConnectButton
            menu={
              session === null ? undefined : <AccountMenu session={session} email={data.email} theme={data.theme} />
            }
            signOut={<SignOut />}
          />
        </div>
      </div>
    </header>
  )
}
