type Props = {
  readonly label: string
  /** "page": stands for a whole page, and keeps the footer where it will be. */
  readonly size?: "page"
}

/** Waiting, in words. Screen readers hear the words as soon as they appear. */
export function Spinner({ label, size }: Props) {
  return (
    <div className="waiting" role="status" data-size={size}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </div>
  )
}
