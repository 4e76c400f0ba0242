import { AttachedFiles } from "~/components/conversation/attachments/attached-files"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { IssuePage } from "~/effects/conversation/announcements/views"

type Props = { readonly page: IssuePage; readonly reply: PageReply | undefined }

/** Files belong to a stored announcement. They have a form of their own, so attaching one publishes and saves nothing. */
export function IssueFiles({ page: { attachments, communityId, form }, reply }: Props) {
  if (form.isNew) return <p className="small muted">Save this as a draft to attach files to it.</p>
  return (
    <>
      <AttachedFiles
        files={attachments}
        hrefOf={(file) => `/api/announcements/${communityId}/${form.id}/files/${file}`}
        path={`/community/detail/${communityId}/annissue?draft=${form.id}`}
        reply={reply}
        hint="Anyone who can read the announcement can read it. Files can change until it is published."
      />
      <noscript>
        <p className="small">Save the draft before you attach a file: the page is loaded again.</p>
      </noscript>
    </>
  )
}
