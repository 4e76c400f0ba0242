/** The topics of browser notifications: the few things that are urgent. Pure. */
import type { NotificationType } from "../kinds"

export const pushTopics = ["votes", "money", "replies"] as const
export type PushTopic = (typeof pushTopics)[number]
export type PushTopics = Readonly<Record<PushTopic, boolean>>

interface Topic {
  /** Name in the settings. */
  readonly label: string
  readonly types: ReadonlyArray<NotificationType>
}

const topics: Readonly<Record<PushTopic, Topic>> = {
  votes: { label: "Votes that close within 24 hours, where you have not voted", types: ["proposalEnding"] },
  money: {
    label:
      "Money to claim or approve: claims, coupons, redemptions, orders, payments to approve, and money that leaves escrow or a locker without this site",
    types: ["claim", "payment", "order", "signers", "escrow"]
  },
  replies: { label: "Replies to you and mentions of you", types: ["reply", "mention"] }
}

export const labelOf = (topic: PushTopic): string => topics[topic].label

/** Undefined for types that browsers do not show. */
export const topicOf = (type: NotificationType): PushTopic | undefined =>
  pushTopics.find((topic) => topics[topic].types.includes(type))
