import { Link } from "@remix-run/react"
import { Seal } from "~/components/base/parts/seal"
import { roleNames } from "~/effects/access/rules"

export interface TheirCommunity {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly logo: string | null
  readonly role: "member" | "moderator" | "owner"
  readonly common: number
}

type Props = { readonly communities: ReadonlyArray<TheirCommunity>; readonly isOwn: boolean }

/** A person's public communities, and private ones that the reader belongs to as well. */
export function TheirCommunities({ communities, isOwn }: Props) {
  if (communities.length === 0) return <p className="muted">No communities that you can see.</p>
  return (
    <ul className="register" data-lay="plain">
      {communities.map((community) => (
        <li key={community.id}>
          <Seal community={community} />
          <div>
            <h3>
              <Link
                to={community.common === 1 ? `/community/detail/${community.id}` : `/explore/${community.slug}`}
                prefetch="intent"
              >
                {community.name}
              </Link>
            </h3>
            <p className="meta">
              <span>{roleNames[community.role]}</span>
              {!isOwn && community.common === 1 && <span>You are a member too</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
