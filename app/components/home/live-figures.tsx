type Props = { readonly figures: { readonly communities: number; readonly memberships: number } | null }

/** Counted, never made up; nothing at all where there is too little to count. */
export function LiveFigures({ figures }: Props) {
  if (figures === null) return null
  return (
    <div className="wrap">
      <dl className="figures">
        <div>
          <dt>Communities</dt>
          <dd>{figures.communities.toLocaleString("en-GB")}</dd>
        </div>
        <div>
          <dt>Members</dt>
          <dd>{figures.memberships.toLocaleString("en-GB")}</dd>
        </div>
      </dl>
    </div>
  )
}
