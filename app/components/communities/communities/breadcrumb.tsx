import { Link } from "@remix-run/react"
import type { CommunityFrame } from "~/effects/communities/communities/frame"

/** Explore › {community}, on the overview only; other pages lead back through their one-line header. */
export function Breadcrumb({ frame }: { readonly frame: CommunityFrame }) {
  return (
    <nav className="where no-print" aria-label="You are here">
      <ol className="breadcrumb" data-short>
        <li>
          <Link to="/explore">Explore</Link>
        </li>
        <li>
          <span aria-current="page">{frame.name}</span>
        </li>
      </ol>
    </nav>
  )
}
