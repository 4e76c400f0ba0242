import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { NothingHere } from "~/components/inside/nothing-here"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Receipts")]

/** /community/detail/{id}/bondrecipt */
export default function Receipts() {
  return (
    <NothingHere title="Receipts">
      <p>No receipts yet. They come with the first bond you buy.</p>
    </NothingHere>
  )
}
