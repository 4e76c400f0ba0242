import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { useFrame } from "~/components/base/site/use-frame"
import { NothingYet } from "./nothing-yet"
import { placeExists } from "./places"

/** An empty tab, with its heading. */
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

/** Says that a feature needs a deployed community, and links the owner to it. Empty if the community is deployed. */
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
