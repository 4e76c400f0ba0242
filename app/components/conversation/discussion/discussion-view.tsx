import type { PageReply } from "~/effects/base/remix/PageReply"
import type { DiscussionPage } from "~/effects/conversation/discussion/page"
import { HistoryView } from "./history-view"
import { NewThread } from "./new-thread"
import { ThreadList } from "./thread-list"
import { ThreadView } from "./thread-view"

type Props = { readonly page: DiscussionPage; readonly reply: PageReply | undefined }

/** The discussion tab with its four views. */
export function DiscussionView({ page, reply }: Props) {
  switch (page.view) {
    case "list":
      return <ThreadList page={page} />
    case "new":
      return <NewThread page={page} reply={reply} />
    case "thread":
      // A key per thread, so that nothing typed for one thread appears in another's box.
      return <ThreadView key={page.thread.id} page={page} reply={reply} />
    case "history":
      return <HistoryView page={page} />
  }
}
