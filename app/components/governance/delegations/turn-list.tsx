import { Link } from "@remix-run/react"
import type { DelegationsPage, TurnedList } from "~/effects/governance/delegations/views"
import { delegationsPath } from "~/effects/governance/delegations/words"

type Props = {
  readonly page: Pick<DelegationsPage, "communityId" | "turned">
  readonly list: TurnedList
  /** Cursor of the next page; null on the last. */
  readonly next: string | null
}

/** Ids of the page's blocks that hold each list, for anchors. */
const places: Readonly<Record<TurnedList, string>> = { from: "to-you", done: "done", used: "your-use" }
const names: Readonly<Record<TurnedList, string>> = { from: "votes", done: "votes", used: "votes" }

/** Links to older entries of a list and back to its newest. */
export function TurnList({ list, next, page: { communityId, turned } }: Props) {
  const path = delegationsPath(communityId)
  if (next === null && turned !== list) return null
  return (
    <p className="row">
      {next !== null && (
        <Link to={`${path}?${list}=${encodeURIComponent(next)}#${places[list]}`} rel="next">
          Earlier {names[list]}
        </Link>
      )}
      {turned === list && <Link to={`${path}#${places[list]}`}>Newest {names[list]}</Link>}
    </p>
  )
}
