import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { CopyButton } from "~/components/base/parts/copy-button"
import { Notice } from "~/components/base/parts/notice"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { MOST_HOOKS, type WebhooksView as View } from "~/effects/publishing/webhooks/Webhook"
import { DeliveryLog } from "./delivery-log"
import { HookBlock } from "./hook-block"
import { HookForm } from "./hook-form"

type HookReplyProps = {
  readonly reply: PageReply | undefined
  readonly isSaved: boolean
}

/** Result of the last form; the only place where a new secret is shown, once. */
function HookReply({ isSaved, reply }: HookReplyProps) {
  if (reply === undefined || !reply.intent.startsWith("hook-")) {
    return isSaved ? (
      <Notice tone="ok">
        <p>Done.</p>
      </Notice>
    ) : null
  }
  if (!reply.ok) return <ErrorSummary refusal={reply} />
  const [words = "", secret] = reply.message.split(/(?=whsec_)/)
  return (
    <Notice tone="ok" role="status">
      <p>{words}</p>
      {secret !== undefined && (
        <p>
          <code>{secret}</code>
          <CopyButton text={secret} what="the secret" />
        </p>
      )}
    </Notice>
  )
}

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
