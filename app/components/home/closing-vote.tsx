import { Link } from "@remix-run/react"
import type { Part } from "../charts/fills"
import { SmallVoteBar, type Tick } from "../charts/vote-bar"
import { Icon } from "../icon"

type Props = {
  readonly community: string
  /** "No. 7 · Decision" */
  readonly number: string
  readonly title: string
  readonly href: string
  /** The bar's name for those who hear the page, and its parts; null while the results are hidden. */
  readonly bar: { readonly name: string; readonly parts: ReadonlyArray<Part>; readonly threshold?: Tick } | null
  /** "8 of 14 members voted; the quorum of 25 % is met." */
  readonly standing: string
  /** "Closes in 1 day 6 h" */
  readonly closes: string
}

/** The public vote that closes next, beside the opening (product 4.2). */
export function ClosingVote({ bar, closes, community, href, number, standing, title }: Props) {
  return (
    <article className="sheet">
      <p className="eyebrow">
        {community} · {number}
      </p>
      <h2 className="h3">
        <Link to={href}>{title}</Link>
      </h2>
      {bar !== null && <SmallVoteBar {...bar} />}
      <p className="small">{standing}</p>
      <p className="small state-line">
        <Icon name="flag" />
        {closes}
      </p>
    </article>
  )
}
