/** What the two tabs about letters and privacy show. Types only. */
import type { CommunityChoice } from "~/effects/activity/notifications/communityChoice"
import type { MailChoice, NotificationType } from "~/effects/activity/notifications/kinds"

export interface LettersTab {
  readonly kinds: Readonly<Record<NotificationType, MailChoice>>
  readonly digest: boolean
  readonly timezone: string
  readonly communities: ReadonlyArray<{ readonly id: string; readonly name: string; readonly choice: CommunityChoice }>
}

export interface PrivacyTab {
  readonly sessions: ReadonlyArray<{
    readonly id: string
    readonly device: string
    readonly createdAt: number
    readonly lastSeenAt: number
    readonly isThis: boolean
  }>
  /** What stands in the way of removing the account. */
  readonly owned: ReadonlyArray<string>
  readonly now: number
}
