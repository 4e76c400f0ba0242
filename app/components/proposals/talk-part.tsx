import { permissions } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"
import type { ProposalPage } from "~/effects/proposals/views"
import type { PageReply } from "~/effects/remix/PageReply"
import { Comments } from "../discussion/comments"
import { ReplyBox } from "../discussion/reply-box"
import { useFrame } from "../inside/use-frame"

type Props = { readonly page: ProposalPage; readonly path: string; readonly reply: PageReply | undefined }

/** What people say about a proposal. */
export function Talk({ page, path, reply }: Props) {
  const frame = useFrame()
  const mayPost = permissions.post(frame.standing)
  const refusal = mayPost.ok ? null : { code: mayPost.code, message: explain(mayPost) }
  const { comments, draft, form, key, proposal } = page
  return (
    <Comments
      target={{ type: "proposal", id: proposal.id }}
      comments={comments}
      path={path}
      form={form}
      formKey={key}
      reply={reply}
      noAgree={refusal}
      noReply={refusal}
    >
      <ReplyBox
        path={path}
        formKey={key}
        reply={reply}
        refusal={refusal}
        place={`reply/${frame.id}/p${proposal.number}`}
        draft={draft}
        isAside
      />
    </Comments>
  )
}
