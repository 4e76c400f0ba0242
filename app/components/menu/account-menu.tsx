import { Link } from "@remix-run/react"
import type { Visitor } from "~/effects/access/Visitor"
import type { Theme } from "~/effects/site/theme"
import { Icon } from "../icon"
import { placesOf } from "../places"
import { SignOut } from "../profile/sign-out"
import { Face } from "./face"
import { Menu } from "./menu"
import { ThemeChoice } from "./theme-choice"

type Props = {
  readonly session: Visitor
  readonly theme: Theme
}

export function AccountMenu({ session, theme }: Props) {
  const name = session.profile?.username ?? session.personaLabel ?? "Account"
  return (
    <Menu
      label={`Account menu of ${name}`}
      summary={
        <>
          <Face name={name} picture={session.profile?.displayImage ?? null} />
          <Icon name="down" />
        </>
      }
    >
      <p>
        <b>{name}</b>
      </p>
      <AccountLinks />
      <div className="menu__part">
        <ThemeChoice theme={theme} />
      </div>
      <div className="menu__part">
        <SignOut />
      </div>
    </Menu>
  )
}

export function AccountLinks() {
  return (
    <ul className="menu__links">
      {placesOf("account", true).map(({ name, path }) => (
        <li key={name}>
          <Link to={path} prefetch="intent">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
