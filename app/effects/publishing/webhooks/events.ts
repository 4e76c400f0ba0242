/**
 * What a webhook can be told of: events of a community's activity that everybody who may read it may know
 * (docs/product/webhooks.md). Names are stable; a new one is a line here. Pure: pages load this file.
 */
import type { ActivityType } from "~/effects/activity/activity/catalogue"

interface Told {
  /** The activity it is made of. */
  readonly type: ActivityType
  /** As the owner chooses it. */
  readonly words: string
  /** What of the activity's own facts goes out; nothing else does. */
  readonly facts: ReadonlyArray<string>
  /** The person who acted is what it tells. */
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
  "proposal.executed": { type: "proposalExecuted", words: "A proposal is carried out", facts: proposal },
  "announcement.published": { type: "announced", words: "An announcement is published", facts: ["title"] },
  "payout.finished": { type: "distributionDone", words: "A payout is finished", facts: ["title"] },
  "bond.sale_opened": { type: "seriesOpened", words: "A sale of bonds opens", facts: ["code"] },
  "bond.sale_closed": { type: "seriesClosed", words: "A sale of bonds closes", facts: ["code"] },
  "bond.paid": { type: "bondPaid", words: "A bond pays its holders", facts: ["code", "daysLate"] },
  "bond.overdue": { type: "bondOverdue", words: "A payment of a bond is overdue", facts: ["code"] },
  "member.joined": { type: "joined", words: "Somebody joins", facts: [], hasAccount: true },
  "member.left": { type: "left", words: "Somebody leaves", facts: [], hasAccount: true }
} as const satisfies Record<string, Told>

export type HookEvent = keyof typeof catalogue
/** What a test is called in place of an event. */
export const TEST = "test"

const isEvent = (name: string): name is HookEvent => Object.hasOwn(catalogue, name)
export const hookEvents = Object.keys(catalogue).filter(isEvent)

export const eventWords = (name: string): string => (isEvent(name) ? catalogue[name].words : "A test")

const byType = new Map<string, HookEvent>(hookEvents.map((name) => [catalogue[name].type, name]))
export const eventOf = (type: ActivityType): HookEvent | undefined => byType.get(type)

const toldOf = (name: HookEvent): Told => catalogue[name]
/** Of the facts of an activity, those that go out. */
export const factsOf = (name: HookEvent, data: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(data).filter(([key]) => toldOf(name).facts.includes(key)))
export const tellsAccount = (name: HookEvent): boolean => toldOf(name).hasAccount === true

/** As the column has them: names between spaces, so that one can be looked for with LIKE. */
export const eventsText = (names: ReadonlyArray<string>): string =>
  ` ${hookEvents.filter((name) => names.includes(name)).join(" ")} `
export const eventsIn = (text: string): ReadonlyArray<HookEvent> => text.trim().split(" ").filter(isEvent)
