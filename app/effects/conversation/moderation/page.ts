/** What the moderation view shows. Types only: the page reads this file. */

import type { LogPage } from "~/effects/activity/moderation-log/LogEntry"
import type { ReportQueue } from "./Moderation"

export interface ModerationPage {
  readonly log: LogPage
  /** Null for everybody who decides no reports. */
  readonly queue: ReportQueue | null
}
