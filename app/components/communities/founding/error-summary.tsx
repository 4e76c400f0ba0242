import { Link } from "@remix-run/react"
import { useRef } from "react"
import { fieldId } from "~/components/base/forms/fields"
import { useSaidFocus } from "~/components/base/forms/use-said-focus"
import { SignInAgain } from "~/components/wallet/gate/sign-in-again"
import type { FieldErrors } from "~/effects/base/remix/form"

type Props = {
  /** Null while nothing is wrong. */
  readonly refusal: { readonly code: string; readonly message: string; readonly fields: FieldErrors } | null
  /** Where a field stands, if on another page. */
  readonly hrefOf?: (field: string) => string | null
}

/** What keeps a form from being taken, with a way to each field; it takes the focus (docs/product/safety.md, C3). */
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
