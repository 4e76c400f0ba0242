import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { useFrame } from "~/components/base/site/use-frame"
import { NothingYet } from "./nothing-yet"
import { placeExists } from "./places"

/** A tab with nothing in it yet, under its own heading. */
export function NothingHere({ children, title }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-labelledby="tab-title">
      <h1 id="tab-title" className="page-head">
        {title}
      </h1>
      <NothingYet>{children}</NothingYet>
    </section>
  )
}

/** What needs the ledger says so, and the owner where to go. Nothing where the community is there already. */
export function DeployFirst() {
  const { role, slug, stage } = useFrame()
  if (stage === "deployed") return null
  return (
    <p>
      {role === "owner" && placeExists("/exploreDao/$slug/deploy") ? (
        <Link to={`/exploreDao/${slug}/deploy`}>Deploy the community first.</Link>
      ) : (
        "Deploy the community first."
      )}
    </p>
  )
}
