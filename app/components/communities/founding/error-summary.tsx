import { Link } from "@remix-run/react"
import { useRef } from "react"
import { fieldId } from "~/components/base/forms/fields"
import { useSaidFocus } from "~/components/base/forms/use-said-focus"
import { SignInAgain } from "~/components/wallet/gate/sign-in-again"
import type { FieldErrors } from "~/effects/base/remix/form"

type Props = {
  /** Null if the form was not refused. */
  readonly refusal: { readonly code: string; readonly message: string; readonly fields: FieldErrors } | null
  /** Address of the page that has the field, if it is another page. */
  readonly hrefOf?: (field: string) => string | null
}

/** Lists why a form was not accepted, with a link to each field; takes the focus (docs/product/safety.md). */
export function ErrorSummary({ hrefOf, refusal }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useSaidFocus(box, refusal)
  if (refusal === null) return null
  const fields = Object.entries(refusal.fields)
  return (
    <div className="summary-of-errors" role="alert" tabIndex={-1} ref={box}>
      <p>
        <b>{refusal.message}</b>
      </p>
      {fields.length > 0 && (
        <ul>
          {fields.map(([field, message]) => {
            const href = hrefOf?.(field) ?? null
            return (
              <li key={field}>
                {href === null ? <a href={`#${fieldId(field)}`}>{message}</a> : <Link to={href}>{message}</Link>}
              </li>
            )
          })}
        </ul>
      )}
      {(refusal.code === "E-AUTH" || refusal.code === "E-FRESH") && <SignInAgain refusal={refusal} />}
    </div>
  )
}
