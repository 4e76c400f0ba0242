type Props = {
  readonly label: string
  /** "page": takes the space of a whole page, so that the footer stays in place. */
  readonly size?: "page"
}

/** A waiting indicator with text. Screen readers announce it when it appears. */
export function Spinner({ label, size }: Props) {
  return (
    <div className="waiting" role="status" data-size={size}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </div>
  )
}
