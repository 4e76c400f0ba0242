import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react"
import { BlankEmblem } from "./icon"
import { SearchElsewhere, SendAgain } from "./trouble-forms"

// Forms that the browser sends itself, so they need no script.

/** An error as a page shows it. */
interface Trouble {
  readonly title: string
  readonly reason: string | null
  readonly reference: string | null
  /** Trying again can help. */
  readonly again: boolean
  /** The page does not exist, so a search is offered. */
  readonly isMissing?: boolean
}

const textOf = (body: unknown, field: string): string | null => {
  if (typeof body !== "object" || body === null || !(field in body)) return null
  const value: unknown = (body as Record<string, unknown>)[field]
  return typeof value === "string" && value !== "" ? value : null
}

/** What most missing pages say; some add a reason, such as an invitation that was used. */
const MISSING = "This page does not exist."

/** Describes an error of a loader, an action or a render in the words of docs/product/access.md. Pure. */
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
        title: MISSING,
        reason:
          reason === null || reason === MISSING
            ? "Check the address, search for what you need, or go to the home page."
            : reason,
        reference,
        again: false,
        isMissing: true
      }
    case 401:
      return { title: "Sign in to continue.", reason, reference, again: true }
    case 403:
      return { title: "You do not have access to this.", reason, reference, again: false }
    default:
      return {
        title: sentOf(error).length > 0 ? "This was not saved." : "We could not load this page.",
        reason: reason ?? "Something went wrong.",
        reference,
        // The address itself is invalid, so trying again cannot help.
        again: error.status !== 422
      }
  }
}

/** The values of a refused post, for a page that could not render the form again. Pure. */
export const sentOf = (error: unknown): ReadonlyArray<readonly [name: string, value: string]> => {
  const body: unknown = isRouteErrorResponse(error) ? error.data : null
  if (typeof body !== "object" || body === null || !("sent" in body)) return []
  const { sent } = body
  if (typeof sent !== "object" || sent === null) return []
  return Object.entries(sent as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((text) => [name, String(text)] as const)
  )
}

/** The code of the failure, for programs that read the page. */
const codeOf = (error: unknown): string | undefined =>
  (isRouteErrorResponse(error) && textOf(error.data, "code")) || undefined

/** Reason, next step, reference. Renders anywhere, even if the root itself failed. */
export function ErrorView() {
  const error = useRouteError()
  const { again, isMissing, reason, reference, title } = describeTrouble(error)
  const { pathname, search } = useLocation()
  const sent = sentOf(error)
  return (
    <div className="empty" role="alert" data-code={codeOf(error)}>
      <BlankEmblem />
      <h1>{title}</h1>
      {reason !== null && <p>{reason}</p>}
      {isMissing === true && <SearchElsewhere />}
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
