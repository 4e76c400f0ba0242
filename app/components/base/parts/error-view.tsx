import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react"
import { BlankSeal } from "./icon"
import { SearchField } from "./search-field"

/** What went wrong, as a page can say it. */
interface Trouble {
  readonly title: string
  readonly reason: string | null
  readonly reference: string | null
  /** Trying again can help. */
  readonly again: boolean
  /** There is no such page: looking for another one can help. */
  readonly isMissing?: boolean
}

const textOf = (body: unknown, field: string): string | null => {
  if (typeof body !== "object" || body === null || !(field in body)) return null
  const value: unknown = (body as Record<string, unknown>)[field]
  return typeof value === "string" && value !== "" ? value : null
}

/** Pure: an error of a loader, an action or a render, in the words of docs/product/access.md, 3.6. */
export const describeTrouble = (error: unknown): Trouble => {
  if (!isRouteErrorResponse(error)) {
    const reason = error instanceof TypeError ? "The server could not be reached." : "Something went wrong."
    return { title: "We could not load this page.", reason, reference: null, again: true }
  }
  const reason = textOf(error.data, "message")
  const reference = textOf(error.data, "requestId")
  switch (error.status) {
    case 404:
      return {
        title: "This page does not exist.",
        reason: "Check the address, look for what you came for, or start from home.",
        reference,
        again: false,
        isMissing: true
      }
    case 401:
      return { title: "Sign in first.", reason, reference, again: true }
    case 403:
      return { title: "This is not open to you.", reason, reference, again: false }
    default:
      return {
        title: sentOf(error).length > 0 ? "This was not saved." : "We could not load this page.",
        reason: reason ?? "Something went wrong.",
        reference,
        // What the address asks for is wrong, and stays so.
        again: error.status !== 422
      }
  }
}

/** Pure: what a refused post held, where the page around its form could not be made either. */
export const sentOf = (error: unknown): ReadonlyArray<readonly [name: string, value: string]> => {
  const body: unknown = isRouteErrorResponse(error) ? error.data : null
  if (typeof body !== "object" || body === null || !("sent" in body)) return []
  const { sent } = body
  if (typeof sent !== "object" || sent === null) return []
  return Object.entries(sent as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((text) => [name, String(text)] as const)
  )
}

/** Reason, next step, reference. Safe anywhere, also where the root itself failed. */
export function ErrorView() {
  const error = useRouteError()
  const { again, isMissing, reason, reference, title } = describeTrouble(error)
  const { pathname, search } = useLocation()
  const sent = sentOf(error)
  return (
    <div className="empty" role="alert">
      <BlankSeal />
      <h1>{title}</h1>
      {reason !== null && <p>{reason}</p>}
      {isMissing === true && <LookElsewhere />}
      {sent.length > 0 && <SendAgain sent={sent} to={`${pathname}${search}`} />}
      <p className="row">
        {again && sent.length === 0 && (
          <a className="button" data-kind="primary" href={`${pathname}${search}`}>
            Try again
          </a>
        )}
        <Link className="button" to="/" reloadDocument>
          Home
        </Link>
      </p>
      {reference !== null && (
        <p className="eyebrow">
          Reference <span className="digest">{reference}</span>
        </p>
      )}
    </div>
  )
}

/** A plain form, so that it works where nothing else does. */
function LookElsewhere() {
  return (
    <search className="look-elsewhere">
      <form className="field" action="/resources">
        <SearchField id="look-for" label="Search guides and posts" />
      </form>
      <p className="small">
        Or search <a href="/explore">the communities</a>.
      </p>
    </search>
  )
}

/** Keys, choices and numbers go along unseen; a text can be read, copied and mended. */
const isText = (value: string) => /\s/.test(value.trim())

/** A field's name is all that is known of it here. */
const wordsOf = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll(/[-_]/g, " ")}`

/** The form again, as it was filled in. A plain form, so that it works where nothing else does. */
function SendAgain({ sent, to }: { readonly sent: ReturnType<typeof sentOf>; readonly to: string }) {
  return (
    <form className="stack" method="post" action={to}>
      <p>
        {sent.some(([, value]) => isText(value))
          ? "Nothing you typed is lost. Send it again as it is:"
          : "Send it again when the site answers:"}
      </p>
      {sent.map(([name, value]) =>
        isText(value) ? (
          <label key={`${name}=${value}`} className="field">
            <span>{wordsOf(name)}</span>
            <textarea className="input" name={name} defaultValue={value} rows={5} />
          </label>
        ) : (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        )
      )}
      <p>
        <button type="submit" className="button" data-kind="primary">
          Send again
        </button>
      </p>
    </form>
  )
}
