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
  /** Of this part of the settings. */
  readonly path: string
  readonly isSaved: boolean
}

/** A community's webhooks: what is told where, and how it went (docs/product/webhooks.md). */
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
        A program of yours can be told when something happens here. Each message is signed, and sent again for a day
        until it arrives. <Link to="/resources/webhooks">How a receiver checks them</Link>
      </p>
      {switchedOff !== null && (
        <Notice tone="warn">
          <p>Webhooks are switched off for now. What happens waits. {switchedOff}</p>
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
        <p className="muted">A community may have {MOST_HOOKS} webhooks.</p>
      )}
    </div>
  )
}
