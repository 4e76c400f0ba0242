import { Link } from "@remix-run/react"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import { ReasonForm, requestHref, useOpenRequest } from "./reason-form"

interface Blocked {
  readonly what: string
  readonly since: number
  /** Null or absent: until an operator allows it again. */
  readonly endsAt?: number | null
  readonly reason: string
}
type Props = {
  readonly path: string
  readonly blocked: ReadonlyArray<Blocked>
  /** The form's command that ends a block, and its button. */
  readonly intent: string
  readonly button: string
  /** Between the button's words and what it is about, for screen readers: "from", "to". */
  readonly preposition: string
  readonly empty: string
  readonly reply: PageReply | undefined
}

/** What operators have blocked, each with its reason and a way to allow it again. */
export function BlockedList({ blocked, button, empty, intent, path, preposition, reply }: Props) {
  const isOpen = useOpenRequest(reply)
  if (blocked.length === 0) return <p className="muted">{empty}</p>
  return (
    <ul className="entries">
      {blocked.map(({ endsAt = null, reason, since, what }) => (
        <li key={what} className="stack">
          <div className="row" data-apart>
            <span>
              <b>{what}</b>{" "}
              <span className="muted small">
                blocked since {inUtc("day", since)}
                {endsAt !== null && `, until ${inUtc("moment", endsAt)} UTC`}
              </span>
              <br />
              <span className="small">{reason}</span>
            </span>
            <Link
              className="button"
              data-size="s"
              to={requestHref(path, intent, what)}
              preventScrollReset
              aria-label={`${button} ${preposition} ${what}`}
            >
              {button}
            </Link>
          </div>
          {isOpen(intent, what) && (
            <ReasonForm action={path} intent={intent} on={what} button={button} cancel={path} reply={reply} />
          )}
        </li>
      ))}
    </ul>
  )
}
