import { Form, Link } from "@remix-run/react"
import { StateChip } from "~/components/base/parts/state-chip"
import { TimePair } from "~/components/base/parts/time-pair"
import type { IssuePage } from "~/effects/conversation/announcements/views"

/** One's own drafts and scheduled announcements, which can be edited or deleted until they are published. */
export function WaitingList({ page: { form, now, waiting } }: { readonly page: IssuePage }) {
  const others = waiting.filter(({ id }) => id !== form.id)
  if (others.length === 0) return null
  return (
    <section className="block" aria-labelledby="waiting">
      <div className="block__head">
        <h2 id="waiting" className="h3">
          Yours, not published yet
        </h2>
      </div>
      <ul className="entries">
        {others.map(({ id, isSigned, publishAt, title, updatedAt }) => (
          <li key={id}>
            <h3 className="h4">
              <Link to={`?draft=${id}`}>{title}</Link>
            </h3>
            <p className="row small">
              {publishAt === null ? (
                <>
                  Draft, changed <TimePair at={updatedAt} now={now} short />
                </>
              ) : (
                <>
                  Scheduled for <TimePair at={publishAt} now={now} />
                </>
              )}
              {isSigned && <StateChip state="ok" mark="seal" word="Signed" />}
            </p>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={id} />
              <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="delete">
                Delete {title}
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
