export type PartFill = "spent" | "held" | "due" | "track"

/** Parts of a whole in tenths of a percent. Numbers next to it say the same, so nobody has to tell the shades apart. */
export function PartBar({
  label,
  parts,
  track = false
}: {
  readonly label: string
  readonly parts: ReadonlyArray<readonly [fill: PartFill, share: number]>
  /** Draws the whole behind the parts, for parts that need not fill it. */
  readonly track?: boolean
}) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, [, share]) => sum + share, 0))
  return (
    <svg className="chart" height="18" role="img" aria-label={label}>
      {track && <rect className="track" x="0" y="1" width="100%" height="16" />}
      {parts.map(([fill, share], index) =>
        share === 0 ? null : (
          <rect
            key={fill}
            className={fill}
            x={`${(starts[index] ?? 0) / 10}%`}
            y="1"
            width={`${share / 10}%`}
            height="16"
          />
        )
      )}
    </svg>
  )
}

export function PartSwatch({ fill }: { readonly fill: PartFill }) {
  return (
    <svg className="chart swatch" viewBox="0 0 14 14" aria-hidden="true">
      <rect className={fill} x=".5" y=".5" width="13" height="13" />
    </svg>
  )
}
