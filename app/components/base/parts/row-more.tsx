import { Icon } from "./icon"

type Props = {
  /** Whom or what the row is about. */
  readonly what: string
  /** Whether the row begins open, as one does that is being changed. */
  readonly isOpen?: boolean
}

/** Opens the rest of a row in a table that is one line for each on a phone (styles/lines.css); elsewhere it is not there. */
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
