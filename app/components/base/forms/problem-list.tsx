import type { FieldErrors } from "~/effects/base/remix/form"

type Props = {
  readonly problems: FieldErrors
  /** Moves to the field of that name. Without it, or without JavaScript, the messages link to the field's id. */
  readonly onGo: (field: string) => void
}

/** The list of problems; each links to its field. */
export function ProblemList({ onGo, problems }: Props) {
  return (
    <ul>
      {Object.entries(problems).map(([field, sentence]) => (
        <li key={field}>
          <a
            href={`#${field}`}
            onClick={(event) => {
              event.preventDefault()
              onGo(field)
            }}
          >
            {sentence}
          </a>
        </li>
      ))}
    </ul>
  )
}
