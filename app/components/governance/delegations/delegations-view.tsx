import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { DelegationsPage } from "~/effects/governance/delegations/views"
import { DelegateForm } from "./delegate-form"
import { DelegatedPart } from "./delegated-part"
import { ToYouPart } from "./to-you-part"

type Props = { readonly page: DelegationsPage; readonly reply: PageReply | undefined }

/** /community/detail/{id}/delegations: delegate one's vote, see how it was used, and vote for others. */
export function DelegationsView({ page, reply }: Props) {
  const { name } = useFrame()
  return (
    <div className="stack" data-gap="l">
      <header className="stack" data-gap="s">
        <h1>Delegate your vote</h1>
        <p>
          Somebody you trust votes with your voting power when you do not. You can vote yourself at any time before the
          close, and then only your own ballot counts. Your delegate cannot pass your vote on.
        </p>
        {page.limitPct > 0 && page.limitPct < 100 && (
          <p className="small muted">
            In a vote with ten voters or more, one delegate may use at most {page.limitPct}% of all voting power in{" "}
            {name}. Weight above that limit is not used, and the result shows it.
          </p>
        )}
      </header>
      {reply !== undefined && reply.intent !== "say" && <ReplyNotice reply={reply} />}
      <DelegatedPart page={page} />
      <DelegateForm page={page} reply={reply} />
      <ToYouPart page={page} reply={reply} />
    </div>
  )
}
