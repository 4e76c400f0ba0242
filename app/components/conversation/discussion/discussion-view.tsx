import { view } from "~/components/base/site/later"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { DiscussionPage } from "~/effects/conversation/discussion/page"

const ThreadList = view(async () => (await import("./thread-list")).ThreadList)
const NewThread = view(async () => (await import("./new-thread")).NewThread)
const ThreadView = view(async () => (await import("./thread-view")).ThreadView)
const HistoryView = view(async () => (await import("./history-view")).HistoryView)

const WaitingView = view(async () => (await import("./waiting-view")).WaitingView)

const views = { waiting: WaitingView, list: ThreadList, new: NewThread, thread: ThreadView, history: HistoryView }

export const loadDiscussionView = ({ view }: Pick<DiscussionPage, "view">) => views[view].load()

type Props = { readonly page: DiscussionPage; readonly reply: PageReply | undefined }

/** The discussion tab with its four views. */
export function DiscussionView({ page, reply }: Props) {
  switch (page.view) {
    case "list":
      return <ThreadList page={page} />
    case "waiting":
      return <WaitingView page={page} reply={reply} />
    case "new":
      return <NewThread page={page} reply={reply} />
    case "thread":
      // A key per thread, so that nothing typed for one thread appears in another's box.
      return <ThreadView key={page.thread.id} page={page} reply={reply} />
    case "history":
      return <HistoryView page={page} />
  }
}
