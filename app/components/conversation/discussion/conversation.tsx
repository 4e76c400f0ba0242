import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ConversationPage } from "~/effects/conversation/discussion/page"
import { Comments } from "./comments"
import { ReplyBox } from "./reply-box"

type Props = { readonly page: ConversationPage; readonly reply: PageReply | undefined }

/** The comments on a proposal or an announcement with the reply box. Needs the discussion style sheet. */
export function Conversation({ page, reply }: Props) {
  return (
    <Comments
      target={page.target}
      comments={page.comments}
      path={page.path}
      form={page.form}
      formKey={page.key}
      reply={reply}
      noAgree={page.agree}
      noReply={page.reply}
      waiting={page.waiting}
    >
      <ReplyBox
        path={page.path}
        formKey={page.key}
        reply={reply}
        refusal={page.reply}
        place={page.place}
        draft={page.draft}
      />
    </Comments>
  )
}
