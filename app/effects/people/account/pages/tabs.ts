/** Data of the e-mail and privacy tabs. Types only. */
import type { CommunityChoice, MailChoice, NotificationType } from "~/effects/activity/notifications/kinds"
import type { PushTopics } from "~/effects/activity/notifications/push/topics"

/** A browser that shows notifications. */
export interface PushDevice {
  readonly id: string
  readonly device: string
  readonly createdAt: number
  /** When the last notification was sent there. */
  readonly sentAt: number | null
  readonly topics: PushTopics
  readonly isThis: boolean
}

export interface PushTab {
  /** The site's key for push services (RFC 8292), base64url. */
  readonly publicKey: string
  readonly devices: ReadonlyArray<PushDevice>
  /** True in local mode, where notifications go to the mailbox page instead of a push service. */
  readonly isLocal: boolean
  readonly now: number
}

export interface EmailsTab {
  /** Null if this site sends no browser notifications. */
  readonly push: PushTab | null
  readonly kinds: Readonly<Record<NotificationType, MailChoice>>
  readonly digest: boolean
  readonly weekly: boolean
  /** 1 is Monday, 7 Sunday. */
  readonly weeklyDay: number
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
  /** Communities that prevent removing the account. */
  readonly owned: ReadonlyArray<string>
  readonly now: number
}
