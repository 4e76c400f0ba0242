/** What a browser may be told of by Web Push: the few things that do not wait until somebody looks. Pure. */
import type { NotificationType } from "../kinds"

export const pushTopics = ["votes", "money", "replies"] as const
export type PushTopic = (typeof pushTopics)[number]
export type PushTopics = Readonly<Record<PushTopic, boolean>>

interface Topic {
  /** As the settings name it. */
  readonly label: string
  readonly types: ReadonlyArray<NotificationType>
}

const topics: Readonly<Record<PushTopic, Topic>> = {
  votes: { label: "Votes that close within 24 hours, where you have not voted", types: ["proposalEnding"] },
  money: {
    label:
      "Money that waits: claims, coupons, redemptions, orders, payments to approve, and what leaves an escrow account or a locker",
    types: ["claim", "payment", "order", "keepers", "escrow"]
  },
  replies: { label: "Replies to you, and where you are mentioned", types: ["reply", "mention"] }
}

export const labelOf = (topic: PushTopic): string => topics[topic].label

/** Undefined for what no browser is told of. */
export const topicOf = (type: NotificationType): PushTopic | undefined =>
  pushTopics.find((topic) => topics[topic].types.includes(type))
