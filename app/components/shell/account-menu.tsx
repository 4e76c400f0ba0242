import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Menu } from "~/components/base/parts/menu"
import { placesOf } from "~/components/base/parts/places"
import { ProfilePicture } from "~/components/base/parts/profile-picture"
import { SignOut } from "~/components/people/account/sign-out"
import { ThemeChoice } from "~/components/shell/theme-choice"
import type { Visitor } from "~/effects/access/Visitor"
import type { Theme } from "~/effects/publishing/site/theme"

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
          <ProfilePicture name={name} picture={session.profile?.displayImage ?? null} />
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
