import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { BlankEmblem } from "./icon"
import { placeExists } from "./places"

/** An empty place: what is missing, and one next step. */
export function NothingYet({ children }: { readonly children: ReactNode }) {
  return (
    <div className="empty">
      <BlankEmblem />
      {children}
    </div>
  )
}

/** "Start one", a link if that page exists. */
export function StartLink({ children }: { readonly children: string }) {
  return placeExists("/create") ? <Link to="/create">{children}</Link> : children
}

/** The directory before its first community. */
export function NoCommunities() {
  return (
    <NothingYet>
      <p>
        There are no public communities yet. <StartLink>Start the first one.</StartLink>
      </p>
    </NothingYet>
  )
}
