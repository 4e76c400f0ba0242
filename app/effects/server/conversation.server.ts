/** Composes the services for discussion, moderation and live updates. */
import { Layer } from "effect"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { AnnouncementReads } from "~/effects/conversation/announcements/AnnouncementReads.server"
import { CommentEdits } from "~/effects/conversation/discussion/CommentEdits.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { NewThreads } from "~/effects/conversation/discussion/NewThreads.server"
import { PostVersions } from "~/effects/conversation/discussion/PostVersions.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { ReportQueueRepo } from "~/effects/conversation/moderation/ReportQueueRepo.server"
import { Reports } from "~/effects/conversation/moderation/Reports.server"
import { ReportsRepo } from "~/effects/conversation/moderation/ReportsRepo.server"
import { ThreadCare } from "~/effects/conversation/moderation/ThreadCare.server"

/** Requires activity, notifications and the text services. */
export const ConversationLive = Layer.mergeAll(
  AnnouncementReads.Default,
  CommentEdits.Default,
  Comments.Default,
  Follows.Default,
  Marks.Default,
  Moderation.Default,
  ModerationLog.Default,
  NewComments.Default,
  NewThreads.Default,
  PostVersions.Default,
  ReportQueueRepo.Default,
  Reports.Default,
  ReportsRepo.Default,
  ThreadCare.Default,
  ThreadEdits.Default,
  Threads.Default
)
