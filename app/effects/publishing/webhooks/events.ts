/**
 * Events that a webhook can subscribe to: activity that everyone who may read the community may know
 * (docs/product/webhooks.md). Names are stable; a new event is a new line here. Pure: pages load this file.
 */
import type { ActivityType } from "~/effects/activity/activity/catalogue"

interface Reported {
  /** Activity that triggers the event. */
  readonly type: ActivityType
  /** Label in the owner's form. */
  readonly words: string
  /** Facts of the activity that are sent; all others are not. */
  readonly facts: ReadonlyArray<string>
  /** `actor` is the account that caused the event, and is sent. */
  readonly hasAccount?: true
}

const proposal = ["number", "title"]

const catalogue = {
  "proposal.published": { type: "proposalPublished", words: "A proposal is published", facts: proposal },
  "proposal.opened": { type: "proposalOpened", words: "Voting opens", facts: proposal },
  "proposal.closed": {
    type: "proposalClosed",
    words: "A vote is counted, with its result",
    facts: [...proposal, "result"]
  },
  "proposal.cancelled": { type: "proposalCancelled", words: "A proposal is cancelled", facts: proposal },
  "proposal.called_off": {
    type: "dateCalledOff",
    words: "The date that a poll chose is called off",
    facts: proposal
  },
  "proposal.executed": { type: "proposalExecuted", words: "A proposal is executed", facts: proposal },
  "announcement.published": { type: "announced", words: "An announcement is published", facts: ["title"] },
  "payout.finished": { type: "distributionDone", words: "A payout is finished", facts: ["title"] },
  "bond.sale_opened": { type: "seriesOpened", words: "A bond sale opens", facts: ["code"] },
  "bond.sale_closed": { type: "seriesClosed", words: "A bond sale closes", facts: ["code"] },
  "bond.paid": { type: "bondPaid", words: "A bond pays its holders", facts: ["code", "daysLate"] },
  "bond.overdue": { type: "bondOverdue", words: "A bond payment is overdue", facts: ["code"] },
  "member.joined": { type: "joined", words: "A member joins", facts: [], hasAccount: true },
  "member.left": { type: "left", words: "A member leaves", facts: [], hasAccount: true }
} as const satisfies Record<string, Reported>

export type HookEvent = keyof typeof catalogue
/** Event name of a test. */
export const TEST = "test"

const isEvent = (name: string): name is HookEvent => Object.hasOwn(catalogue, name)
export const hookEvents = Object.keys(catalogue).filter(isEvent)

export const eventWords = (name: string): string => (isEvent(name) ? catalogue[name].words : "A test")

const byType = new Map<string, HookEvent>(hookEvents.map((name) => [catalogue[name].type, name]))
export const eventOf = (type: ActivityType): HookEvent | undefined => byType.get(type)

const notifiedOf = (name: HookEvent): Reported => catalogue[name]
/** Selects the facts of an activity that are sent. */
export const factsOf = (name: HookEvent, data: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(data).filter(([key]) => notifiedOf(name).facts.includes(key)))
export const namesAccount = (name: HookEvent): boolean => notifiedOf(name).hasAccount === true

/** Format of the column: names between spaces, so that LIKE can find one. */
export const eventsText = (names: ReadonlyArray<string>): string =>
  ` ${hookEvents.filter((name) => names.includes(name)).join(" ")} `
export const eventsIn = (text: string): ReadonlyArray<HookEvent> => text.trim().split(" ").filter(isEvent)
