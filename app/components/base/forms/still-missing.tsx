import { Fragment, type ReactNode } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { focusField } from "./focus-field"

type Props = {
  /** For `aria-describedby` of the disabled button. */
  readonly id: string
  readonly missing: ReadonlyArray<{ readonly field: string; readonly words: string }>
  /** A sentence about an alternative. */
  readonly children?: ReactNode
}

/** Next to a disabled button: what the form still needs, each item leading to its field. */
export function StillMissing({ children, id, missing }: Props) {
  if (missing.length === 0) return null
  return (
    <p className="small" id={id} data-missing>
      Still missing:{" "}
      {missing.map(({ field, words }, index) => (
        <Fragment key={field}>
          {index > 0 && ", "}
          <HydratedButton
            className="link-button"
            onClick={(event) => event.currentTarget.form !== null && focusField(event.currentTarget.form, field)}
          >
            {words}
          </HydratedButton>
        </Fragment>
      ))}
      . {children}
    </p>
  )
}
