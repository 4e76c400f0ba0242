import { later } from "~/components/base/site/later"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { DiscussionPage } from "~/effects/conversation/discussion/page"
import { NewThread } from "./new-thread"
import { ThreadView } from "./thread-view"

const ThreadList = later(async () => (await import("./thread-list")).ThreadList, "waits")
/** Loaded separately because few readers open it. */
const HistoryView = later(async () => (await import("./history-view")).HistoryView, "waits")

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
