import { Form, Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { UtcTime } from "~/components/base/parts/time-pair"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import { eventWords } from "~/effects/publishing/webhooks/events"
import type { HookView } from "~/effects/publishing/webhooks/Webhook"
import { EventChoice } from "./event-choice"

type Props = {
  readonly hook: HookView
  readonly path: string
  readonly reply: PageReply | undefined
  readonly isShown: boolean
}

const stateOf = ({ failingSince, pausedAt, pausedWhy }: HookView): string => {
  if (pausedAt !== null) {
    const since = `Paused since ${inUtc("moment", pausedAt)} UTC`
    if (pausedWhy === "failing") return `${since}: no delivery had succeeded for a day.`
    if (pausedWhy === "newOwner") {
      return `${since}: the community has a new owner. The former owner chose this address and knows its secret.`
    }
    return `${since}.`
  }
  return failingSince === null ? "On." : `On. No delivery has succeeded since ${inUtc("moment", failingSince)} UTC.`
}

/** One webhook: address, state, events and buttons. */
export function HookBlock({ hook, isShown, path, reply }: Props) {
  const { events, formerUntil, id, pausedAt, url } = hook
  const refused = replyTo(reply, "hook-events")
  const { host, pathname } = new URL(url)
  return (
    <Block id={`hook-${id}`} title={<span>{host}</span>}>
      <div className="stack">
        <p>
          <code>{pathname === "/" ? url : `${host}${pathname}`}</code>
        </p>
        <p>{stateOf(hook)}</p>
        {formerUntil !== null && (
          <p className="small muted">
            The previous secret also signs until <UtcTime at={formerUntil} />.
          </p>
        )}
        <p className="small muted">{events.map(eventWords).join(" · ")}</p>
        <details>
          <summary>Choose other events</summary>
          <Form className="stack" method="post" action={`${path}&index`} preventScrollReset>
            <input type="hidden" name="hook" value={id} />
            <EventChoice chosen={events} error={refused?.sent.hook === id ? refused.fields.events : undefined} />
            <button className="button" type="submit" name="intent" value="hook-events">
              Save
            </button>
          </Form>
        </details>
        <Form className="row" method="post" action={`${path}&index`} preventScrollReset>
          <input type="hidden" name="hook" value={id} />
          <ActionButton intent="hook-test" word="Send a test" host={host} />
          {pausedAt === null ? (
            <ActionButton intent="hook-pause" word="Pause" host={host} />
          ) : (
            <ActionButton intent="hook-resume" word="Resume" host={host} />
          )}
          <ActionButton intent="hook-rotate" word="New secret" host={host} />
          <ActionButton intent="hook-remove" word="Remove" host={host} isDanger />
        </Form>
        {!isShown && (
          <p>
            <Link to={`${path}&hook=${id}`} preventScrollReset>
              Deliveries<span className="visually-hidden"> to {host}</span>
            </Link>
          </p>
        )}
      </div>
    </Block>
  )
}

type ActionButtonProps = {
  readonly intent: string
  readonly word: string
  readonly host: string
  readonly isDanger?: boolean
}

function ActionButton({ host, intent, isDanger = false, word }: ActionButtonProps) {
  return (
    <button
      className="button"
      data-kind={isDanger ? "danger" : undefined}
      data-size="s"
      type="submit"
      name="intent"
      value={intent}
    >
      {word}
      <span className="visually-hidden">: {host}</span>
    </button>
  )
}
