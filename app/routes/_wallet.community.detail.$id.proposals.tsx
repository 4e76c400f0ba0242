import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { NothingHere } from "~/components/inside/nothing-here"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Proposals")]

/** /community/detail/{id}/proposals */
export default function Proposals() {
  return (
    <NothingHere title="Proposals">
      <p>No proposals yet. Good ones often start as a thread.</p>
    </NothingHere>
  )
}
