import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { shortAddress } from "~/components/base/text/short-address"

type Props = {
  readonly account: string
  /** Null for an account without a profile, which is shown by its short address. */
  readonly username: string | null
  readonly picture: string | null
}

export const nameOf = ({ account, username }: Pick<Props, "account" | "username">): string =>
  username ?? shortAddress(account)

/** A person in a list: picture and name, linked to the profile. */
export function Person({ account, picture, username }: Props) {
  return (
    <span className="person">
      <span className="avatar">
        {picture === null ? <Icon name="people" /> : <img src={picture} alt="" width="36" height="36" loading="lazy" />}
      </span>
      <Link to={`/userDashboard/userProfile/${account}`} className={username === null ? "address" : undefined}>
        {nameOf({ account, username })}
      </Link>
    </span>
  )
}
