import { Link, useLocation } from "@remix-run/react"
import { useWaiting } from "~/components/activity/notifications/waiting-store"
import { Icon } from "~/components/base/parts/icon"
import { Menu } from "~/components/base/parts/menu"
import { currentAt, placesOf } from "~/components/base/parts/places"
import { SignOut } from "~/components/people/account/sign-out"
import { AccountLinks } from "~/components/shell/account-menu"
import { ThemeChoice } from "~/components/shell/theme-choice"
import type { SiteData } from "~/effects/publishing/site/SiteData"

/** The place that shows how many things are to do. */
const NEEDS = "To do"

/** Phones only: the main places in a bar, and everything else behind Menu. */
export function BottomBar({ data }: { readonly data: SiteData }) {
  const isSignedIn = data.session !== null
  const masthead = placesOf("masthead", isSignedIn)
  const places = placesOf("bottom-bar", isSignedIn)
  const { pathname } = useLocation()
  const needs = useWaiting()?.needs ?? data.waiting.needs
  return (
    // The number of columns, including Menu: fixed, so that the bar does not shift while the page arrives.
    <nav className="bottom-bar no-print" aria-label="Places" data-columns={places.length + 1}>
      {places.map(({ icon, name, parts, path }) => (
        <Link key={name} to={path} prefetch="intent" aria-current={currentAt(pathname, { path, parts })}>
          {icon !== undefined && <Icon name={icon} />}
          {name}
          {name === NEEDS && needs > 0 && (
            <span className="count">
              {needs} <span className="visually-hidden">{needs === 1 ? "thing" : "things"}</span>
            </span>
          )}
        </Link>
      ))}
      <Menu
        summary={
          <>
            <Icon name="menu" />
            Menu
          </>
        }
      >
        {masthead.length > 0 && (
          <ul className="menu__links">
            {masthead.map(({ name, path }) => (
              <li key={path}>
                <Link to={path}>{name}</Link>
              </li>
            ))}
          </ul>
        )}
        {isSignedIn && <AccountLinks />}
        <ThemeChoice theme={data.theme} />
        {isSignedIn && <SignOut />}
      </Menu>
    </nav>
  )
}
