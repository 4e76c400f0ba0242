import { CopyButton } from "~/components/base/parts/copy-button"
import { Notice } from "~/components/base/parts/notice"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import type { PageReply } from "~/effects/base/remix/PageReply"

type Props = {
  readonly reply: PageReply | undefined
  readonly isSaved: boolean
}

/** Result of the last form; the only place where a new secret is shown, once. */
export function HookReply({ isSaved, reply }: Props) {
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
