import { useRef } from "react"
import { useSaidFocus } from "~/components/base/forms/use-said-focus"
import type { PageReply } from "~/effects/base/remix/PageReply"

/** The error of a form, which takes the focus (docs/product/safety.md). Everything typed is still there. */
export function FormTrouble({ reply }: { readonly reply: PageReply | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useSaidFocus(box, reply?.ok === false ? reply : undefined)
  if (reply === undefined || reply.ok) return null
  return (
    <div className="summary-of-errors" role="alert" tabIndex={-1} ref={box}>
      <p>
        <b>{reply.message}</b>
      </p>
      {Object.keys(reply.fields).length > 0 ? (
        <ul>
          {Object.entries(reply.fields).map(([field, message]) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      ) : (
        <p>Your text is still here. Nothing was sent.</p>
      )}
    </div>
  )
}

const names: Readonly<Record<string, string>> = { title: "Title", body: "Text", category: "Category" }

/** For E-STALE: shows what another person has saved meanwhile, to compare with the form (docs/product/errors.md). */
export function StoredText({ reply }: { readonly reply: PageReply | undefined }) {
  const stored = reply?.stored
  if (stored === null || stored === undefined) return null
  return (
    <section className="compare" aria-label="Saved version">
      <h4 className="h4">Saved version</h4>
      <dl className="facts">
        {Object.entries(stored)
          .filter(([field]) => names[field] !== undefined)
          .map(([field, text]) => (
            <div key={field}>
              <dt>{names[field]}</dt>
              <dd className="plain-text">{text}</dd>
            </div>
          ))}
      </dl>
      <p className="small muted">Your text is below. Saving again replaces the saved version.</p>
    </section>
  )
}
