import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { NothingHere } from "~/components/inside/nothing-here"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Bonds")]

/** /community/detail/{id}/bondissued */
export default function Bonds() {
  return (
    <NothingHere title="Bonds">
      <p>No bonds yet.</p>
    </NothingHere>
  )
}
