import { Link } from "@remix-run/react"
import { placesOf } from "~/components/base/parts/places"
import { ThemeChoice } from "~/components/shell/theme-choice"
import type { Theme } from "~/effects/publishing/site/theme"

type Props = {
  readonly email: string | null
  readonly theme: Theme
}

/** Contents of the connect button's popover besides the wallet: one menu for the person and their wallet. */
export function AccountMenu({ email, theme }: Props) {
  return (
    <>
      {email !== null && <p className="small muted">{email}</p>}
      <AccountLinks />
      <ThemeChoice theme={theme} />
    </>
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
