/** What the two tabs about letters and privacy show. Types only. */
import type { CommunityChoice } from "~/effects/activity/notifications/communityChoice"
import type { MailChoice, NotificationType } from "~/effects/activity/notifications/kinds"
import type { PushTopics } from "~/effects/activity/notifications/push/topics"

/** A browser that shows notices. */
export interface PushDevice {
  readonly id: string
  readonly device: string
  readonly createdAt: number
  /** When a notice last went there. */
  readonly sentAt: number | null
  readonly topics: PushTopics
  readonly isThis: boolean
}

export interface PushTab {
  /** The site's key for push services (RFC 8292), base64url. */
  readonly publicKey: string
  readonly devices: ReadonlyArray<PushDevice>
  /** Notices go to the mailbox page: no push service is asked in local mode. */
  readonly isLocal: boolean
  readonly now: number
}

export interface LettersTab {
  /** Null: this site sends no notices to browsers. */
  readonly push: PushTab | null
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
