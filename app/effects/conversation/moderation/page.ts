/** The data of the moderation view. Types only: the page reads this file. */

import type { LogPage } from "~/effects/activity/moderation-log/LogEntry"
import type { ReportQueue } from "./Moderation"

export interface ModerationPage {
  readonly log: LogPage
  /** Null for readers who do not decide reports. */
  readonly queue: ReportQueue | null
}
