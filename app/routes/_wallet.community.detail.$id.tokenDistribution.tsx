import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { DeployFirst, NothingHere } from "~/components/inside/nothing-here"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Distribute tokens")]

/** /community/detail/{id}/tokenDistribution */
export default function Distribute() {
  return (
    <NothingHere title="Distribute tokens">
      <p>No distributions yet.</p>
      <DeployFirst />
    </NothingHere>
  )
}
