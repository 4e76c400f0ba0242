import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { MOST_HOOKS, type WebhooksView as View } from "~/effects/publishing/webhooks/Webhook"
import { DeliveryLog } from "./delivery-log"
import { HookBlock } from "./hook-block"
import { HookForm } from "./hook-form"
import { HookReply } from "./hook-reply"

type Props = {
  readonly view: View
  readonly reply: PageReply | undefined
  /** Path of this part of the settings. */
  readonly path: string
  readonly isSaved: boolean
}

/** A community's webhooks: addresses, events and deliveries (docs/product/webhooks.md). */
export function WebhooksView({
  isSaved,
  path,
  reply,
  view: { allowsPractice, hooks, log, next, shown, switchedOff }
}: Props) {
  const hook = hooks.find(({ id }) => id === shown)
  return (
    <div className="stack" data-gap="l">
      <p>
        Tell a program of yours when something happens here. Each message is signed, and retried for a day until it
        arrives. <Link to="/resources/webhooks">How a receiver checks messages</Link>
      </p>
      {switchedOff !== null && (
        <Notice tone="warn">
          <p>Webhooks are turned off for now. Events are queued until they are on again. {switchedOff}</p>
        </Notice>
      )}
      <HookReply reply={reply} isSaved={isSaved} />
      {hooks.map((each) => (
        <HookBlock key={each.id} hook={each} path={path} reply={reply} isShown={each.id === shown} />
      ))}
      {hook !== undefined && <DeliveryLog hook={hook} log={log} next={next} path={path} />}
      {hooks.length < MOST_HOOKS ? (
        <Block id="new-hook" title="Add a webhook">
          <HookForm path={path} reply={reply} allowsPractice={allowsPractice} />
        </Block>
      ) : (
        <p className="muted">A community can have up to {MOST_HOOKS} webhooks.</p>
      )}
    </div>
  )
}
