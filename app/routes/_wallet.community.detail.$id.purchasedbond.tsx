import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { NothingHere } from "~/components/inside/nothing-here"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "My bonds")]

/** /community/detail/{id}/purchasedbond */
export default function MyBonds() {
  return (
    <NothingHere title="My bonds">
      <p>You hold no bonds of this community.</p>
    </NothingHere>
  )
}
