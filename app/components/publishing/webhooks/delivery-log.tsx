import { Form, Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { Icon, type IconName } from "~/components/base/parts/icon"
import { inUtc } from "~/effects/base/text/moments"
import { eventWords } from "~/effects/publishing/webhooks/events"
import { type DeliveryView, type HookView, problemWords } from "~/effects/publishing/webhooks/Webhook"

type Props = {
  readonly hook: HookView
  readonly log: ReadonlyArray<DeliveryView>
  readonly next: string | null
  readonly path: string
}

/** State of a delivery in a few words, and the tone to show it in. */
const stateOf = ({ state, status, tries }: DeliveryView): { readonly word: string; readonly tone: Tone } => {
  const responded = status === null ? "" : `, status ${status}`
  if (state === "delivered") return { word: `Delivered${responded}`, tone: "ok" }
  if (state === "failed") return { word: `Failed permanently${responded}`, tone: "bad" }
  return tries === 0
    ? { word: "Waiting to be sent", tone: "open" }
    : { word: `Not delivered${responded}`, tone: "warn" }
}
type Tone = "ok" | "bad" | "warn" | "open"
const icons: Readonly<Record<Tone, IconName>> = { ok: "check", bad: "alert", warn: "alert", open: "info" }

/** "132 ms", "10 s". */
const lasted = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`)

/** When the delivery was last tried, and when it is tried next. */
const triesOf = ({ nextAt, state, tookMs, triedAt, tries }: DeliveryView): string => {
  if (triedAt === null || tookMs === null) return ""
  const many = tries > 1 ? `${tries} tries, the last ` : ""
  const next = state === "waiting" ? ` Next try ${inUtc("moment", nextAt)} UTC.` : ""
  return `${many === "" ? "Sent" : many.trimEnd()} ${inUtc("moment", triedAt)} UTC, took ${lasted(tookMs)}.${next}`
}

/** Log of a webhook's deliveries, newest first. */
export function DeliveryLog({ hook, log, next, path }: Props) {
  const { host } = new URL(hook.url)
  return (
    <Block id="deliveries" title="Deliveries">
      <div className="stack">
        <p className="small muted">
          To {host}, newest first, for 30 days. <Link to={`${path}&hook=${hook.id}`}>Refresh</Link>
        </p>
        {log.length === 0 ? (
          <p>Nothing has been sent yet.</p>
        ) : (
          <table className="table" data-cards>
            <caption className="visually-hidden">Deliveries to {host}</caption>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">When</th>
                <th scope="col">Result</th>
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
  const { answer, createdAt, event, id, problem, state, tries } = delivery
  const { tone, word } = stateOf(delivery)
  return (
    <tr>
      <th scope="row">{eventWords(event)}</th>
      <td data-label="When" className="nowrap">
        {inUtc("moment", createdAt)} UTC
      </td>
      <td data-label="Result">
        <span className="chip" data-state={tone}>
          <Icon name={icons[tone]} />
          {word}
        </span>{" "}
        <span className="small muted">
          {triesOf(delivery)}
          {problem !== null && problem !== "status" && ` ${problemWords(problem)}`}
        </span>
        {answer !== null && answer !== "" && (
          <details>
            <summary>Response</summary>
            <code className="plain-text">{answer}</code>
          </details>
        )}
      </td>
      <td className="nowrap">
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
