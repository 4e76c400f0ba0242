import { Link, NavLink } from "@remix-run/react"
import type { SiteData } from "~/effects/site/SiteData"
import { Icon } from "../icon"
import { later } from "../later"
import { Menu } from "../menu/menu"
import { ThemeChoice } from "../menu/theme-choice"
import { useWaiting } from "../notifications/waiting-store"
import { placesOf } from "../places"

/** For who is signed in. */
const AccountLinks = later(async () => (await import("../menu/account-menu")).AccountLinks)
const SignOut = later(async () => (await import("../profile/sign-out")).SignOut)

/** The place that says how many things wait. */
const NEEDS = "Needs you"

/** Phones only: the places one thumb away, and everything else behind Menu. */
export function BottomBar({ data }: { readonly data: SiteData }) {
  const isSignedIn = data.session !== null
  const masthead = placesOf("masthead", isSignedIn)
  const places = placesOf("bottom-bar", isSignedIn)
  const needs = useWaiting()?.needs ?? data.waiting.needs
  return (
    // The number of its columns, Menu's among them: a bar of which half has arrived may not divide itself anew.
    <nav className="bottom-bar no-print" aria-label="Places" data-columns={places.length + 1}>
      {places.map(({ icon, name, path }) => (
        <NavLink key={name} to={path} end prefetch="intent">
          {icon !== undefined && <Icon name={icon} />}
          {name}
          {name === NEEDS && needs > 0 && (
            <span className="count">
              {needs} <span className="visually-hidden">{needs === 1 ? "thing" : "things"}</span>
            </span>
          )}
        </NavLink>
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
