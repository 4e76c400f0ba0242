import { Icon } from "./icon"

type Props = {
  /** The subject of the row. */
  readonly what: string
  /** Whether the row is open at first, as one that is being edited. */
  readonly isOpen?: boolean
}

/** Expands a table row that is collapsed to one line on a phone (styles/lines.css); not shown elsewhere. */
export function RowMore({ isOpen = false, what }: Props) {
  return (
    <details className="row-more" open={isOpen || undefined}>
      <summary>
        <span className="visually-hidden">More about {what}</span>
        <Icon name="down" />
      </summary>
    </details>
  )
}
