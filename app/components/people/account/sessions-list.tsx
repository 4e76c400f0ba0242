import { Form } from "@remix-run/react"
import { TimePair } from "~/components/base/parts/time-pair"
import type { PrivacyTab } from "~/effects/people/account/pages/tabs"

/** Sessions, one per browser, each with its own sign-out. */
export function SessionsList({ now, sessions }: Pick<PrivacyTab, "now" | "sessions">) {
  return (
    <ul className="entries sessions">
      {sessions.map(({ createdAt, device, id, isThis, lastSeenAt }) => (
        <li key={id}>
          <div>
            <b>{device}</b>
            {isThis && <span className="chip">This browser</span>}
            <p className="meta">
              <span>
                Since <TimePair at={createdAt} now={now} short />
              </span>
              <span>
                Last seen <TimePair at={lastSeenAt} now={now} short />
              </span>
            </p>
          </div>
          {!isThis && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="session" value={id} />
              <button
                className="button"
                data-size="s"
                type="submit"
                name="intent"
                value="end-session"
                aria-label={`Sign out ${device}`}
              >
                Sign out
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}
