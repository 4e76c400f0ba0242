import { grouped } from "~/effects/base/text/grouped"
import type { PublicCounts } from "~/effects/communities/communities/PublicCounts"

type Props = { readonly figures: PublicCounts | null }

/**
 * Figures counted from the database. Renders nothing when there is too little to count, and omits what never happened.
 */
export function LiveFigures({ figures }: Props) {
  if (figures === null) return null
  const { communities, memberships, units, unitsOnTime, votes, votesPassed } = figures
  return (
    <div className="wrap">
      <dl className="figures">
        <Figure name="Communities" many={communities} />
        <Figure name="Members" many={memberships} />
        {votes > 0 && (
          <Figure
            name="Votes closed"
            many={votes}
            more={
              votesPassed === votes
                ? "all passed"
                : `${grouped(votesPassed)} passed, ${grouped(votes - votesPassed)} did not`
            }
          />
        )}
        {units > 0 && <Figure name="Bond units redeemed on time" many={unitsOnTime} more={`of ${grouped(units)}`} />}
      </dl>
    </div>
  )
}

type FigureProps = { readonly name: string; readonly many: number; readonly more?: string }

function Figure({ many, more, name }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {grouped(many)}
        {more !== undefined && <small> {more}</small>}
      </dd>
    </div>
  )
}
