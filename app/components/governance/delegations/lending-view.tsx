import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { LendingPage } from "~/effects/governance/delegations/views"
import { LendForm } from "./lend-form"
import { LentPart } from "./lent-part"
import { ToYouPart } from "./to-you-part"

type Props = { readonly page: LendingPage; readonly reply: PageReply | undefined }

/** /community/detail/{id}/lending: lend one's vote, see what was done with it, and vote for others. */
export function LendingView({ page, reply }: Props) {
  const { name } = useFrame()
  return (
    <div className="stack" data-gap="l">
      <header className="stack" data-gap="s">
        <h1>Lend your vote</h1>
        <p>
          Somebody you trust votes with your weight when you do not. Vote yourself at any time before the close, and
          only your own ballot counts. Who votes for you cannot pass your vote on.
        </p>
        {page.limitPct > 0 && page.limitPct < 100 && (
          <p className="small muted">
            In a vote with ten voters or more, one person may use at most {page.limitPct}% of all weight of {name} as
            lent weight. What is above that stays unused, and the result says so.
          </p>
        )}
      </header>
      {reply !== undefined && reply.intent !== "say" && <ReplyNotice reply={reply} />}
      <LentPart page={page} />
      <LendForm page={page} reply={reply} />
      <ToYouPart page={page} reply={reply} />
    </div>
  )
}
