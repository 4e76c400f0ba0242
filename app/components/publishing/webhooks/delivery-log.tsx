import { Form, Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { inUtc } from "~/effects/base/text/moments"
import { eventWords } from "~/effects/publishing/webhooks/events"
import { type DeliveryView, type HookView, problemWords } from "~/effects/publishing/webhooks/Webhook"

type Props = {
  readonly hook: HookView
  readonly log: ReadonlyArray<DeliveryView>
  readonly next: string | null
  readonly path: string
}

const stateOf = ({ nextAt, state, status, tries }: DeliveryView): string => {
  const answered = status === null ? "" : `, answered ${status}`
  if (state === "delivered") return `Arrived${answered}`
  if (state === "failed") return `Given up after ${tries === 1 ? "one try" : `${tries} tries`}${answered}`
  return tries === 0 ? "Waits to be sent" : `Not arrived${answered}; next try ${inUtc("moment", nextAt)} UTC`
}

/** How what was told went, the newest first. */
export function DeliveryLog({ hook, log, next, path }: Props) {
  const { host } = new URL(hook.url)
  return (
    <Block id="deliveries" title="Deliveries">
      <div className="stack">
        <p className="small muted">
          To {host}, the newest first, for 30 days. <Link to={`${path}&hook=${hook.id}`}>Look again</Link>
        </p>
        {log.length === 0 ? (
          <p>Nothing was sent yet.</p>
        ) : (
          <table className="table" data-cards>
            <caption className="visually-hidden">Deliveries to {host}</caption>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">When</th>
                <th scope="col">How it went</th>
                <th scope="col">
                  <span className="visually-hidden">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {log.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} hook={hook.id} path={path} />
              ))}
            </tbody>
          </table>
        )}
        {next !== null && (
          <p>
            <Link to={`${path}&hook=${hook.id}&after=${next}`}>Older deliveries</Link>
          </p>
        )}
      </div>
    </Block>
  )
}

type DeliveryProps = {
  readonly delivery: DeliveryView
  readonly hook: string
  readonly path: string
}

function Delivery({ delivery, hook, path }: DeliveryProps) {
  const { answer, createdAt, event, id, problem, state, tookMs, triedAt, tries } = delivery
  return (
    <tr>
      <th scope="row">{eventWords(event)}</th>
      <td data-label="When">{inUtc("moment", createdAt)} UTC</td>
      <td data-label="How it went">
        {stateOf(delivery)}.
        {triedAt !== null && tookMs !== null && ` Sent ${inUtc("moment", triedAt)} UTC, took ${tookMs} ms.`}
        {problem !== null && problem !== "status" && ` ${problemWords(problem)}`}
        {answer !== null && answer !== "" && (
          <details>
            <summary>Answer</summary>
            <code>{answer}</code>
          </details>
        )}
      </td>
      <td>
        {(state !== "waiting" || tries > 0) && (
          <Form method="post" action={`${path}&index`} preventScrollReset>
            <input type="hidden" name="hook" value={hook} />
            <input type="hidden" name="delivery" value={id} />
            <button className="button" data-size="s" type="submit" name="intent" value="hook-again">
              Send again<span className="visually-hidden">: {eventWords(event)}</span>
            </button>
          </Form>
        )}
      </td>
    </tr>
  )
}
