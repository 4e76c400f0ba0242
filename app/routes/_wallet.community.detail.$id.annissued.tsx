import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { NothingHere } from "~/components/inside/nothing-here"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Announcements")]

/** /community/detail/{id}/annissued */
export default function Announcements() {
  return (
    <NothingHere title="Announcements">
      <p>No announcements yet.</p>
    </NothingHere>
  )
}
