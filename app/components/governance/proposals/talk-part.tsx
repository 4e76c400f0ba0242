import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ProposalPage } from "~/effects/governance/proposals/pageViews"
import { Conversation } from "./conversation"

type Props = { readonly page: ProposalPage; readonly path: string; readonly reply: PageReply | undefined }

/** What people say about a proposal. */
export function Talk({ page: { comments, draft, form, key, proposal, waiting }, path, reply }: Props) {
  return (
    <Conversation
      id={proposal.id}
      place={`p${proposal.number}`}
      comments={comments}
      path={path}
      form={form}
      formKey={key}
      reply={reply}
      draft={draft}
      waiting={waiting}
      isAside
    />
  )
}
