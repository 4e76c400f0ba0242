/**
 * The catalogue of events: for each type its topic and its sentence. The sentence follows the actor's name ("Ana
 * Ribeiro joined"), or is complete if nobody acted. Pure; pages, exports and e-mails read it.
 *
 * A new type is one line here. `data` names are those passed to `Activity.record`.
 */
import { counted } from "~/effects/base/text/counted"

export const topics = ["people", "discussion", "votes", "announcements", "bonds", "tokens", "moderation"] as const
export type Topic = (typeof topics)[number]

type Data = Readonly<Record<string, string | number>>
type Say = (data: Data) => string

const title = ({ title }: Data) => (title === undefined ? "" : ` “${title}”`)
/** A post by its title, or how many posts of one author. */
const posts = (data: Data) =>
  data.count === undefined ? title(data) : ` ${counted(Number(data.count), "post")} of one author`
const person = ({ name }: Data) => String(name ?? "somebody")
const bond = ({ code }: Data) => String(code ?? "a bond")
const late = ({ daysLate }: Data) =>
  daysLate === undefined ? "" : ` ${daysLate} ${daysLate === 1 ? "day" : "days"} late`
const because = ({ reason }: Data) => (reason === undefined || reason === "" ? "" : `: ${reason}`)
/** For something closed on this site and then executed on the ledger by somebody else. */
const although = (closed: Data[string] | undefined) => (closed === undefined ? "" : `, although it ${closed} here`)

const catalogue = {
  founded: ["people", () => "opened the community"],
  archived: ["people", () => "archived the community"],
  unarchived: ["people", () => "reopened the community"],
  settingsChanged: ["people", ({ what }) => `changed ${what ?? "the settings"}`],
  handOverStarted: ["people", (data) => `asked ${person(data)} to take over the community`],
  ownerChanged: ["people", () => "took over the community"],
  joined: ["people", () => "joined"],
  left: ["people", () => "left"],
  applied: ["people", () => "asked to join"],
  applicationWithdrawn: ["people", () => "withdrew the application"],
  applicationAccepted: ["people", (data) => `accepted ${person(data)}`],
  applicationRefused: ["people", (data) => `refused ${person(data)}${because(data)}`],
  invited: ["people", ({ uses }) => `created an invitation${uses === undefined ? "" : ` for ${uses}`}`],
  invitationRevoked: ["people", () => "revoked an invitation"],
  roleGiven: ["people", (data) => `made ${person(data)} ${data.role === "moderator" ? "a moderator" : "a member"}`],
  weightsChanged: [
    "people",
    ({ count }) => `set the voting power of ${count ?? 1} ${count === 1 ? "member" : "members"}`
  ],
  threadStarted: ["discussion", (data) => `started the thread${title(data)}`],
  commented: ["discussion", (data) => `replied in${title(data)}`],
  postEdited: ["discussion", (data) => `edited${title(data)}`],
  postRemoved: ["discussion", (data) => `removed a post in${title(data)}`],
  postRestored: ["discussion", (data) => `restored a post in${title(data)}`],
  threadPinned: ["discussion", (data) => `pinned${title(data)}`],
  threadClosed: ["discussion", (data) => `closed${title(data)}`],
  threadReopened: ["discussion", (data) => `reopened${title(data)}`],
  proposalPublished: ["votes", (data) => `published the proposal${title(data)}`],
  proposalOpened: ["votes", (data) => `Voting opened on${title(data)}`],
  proposalClosed: [
    "votes",
    (data) =>
      `Voting on${title(data)} ${data.outcome === "uncountable" ? "could not be" : "was"} counted${because({ reason: data.result ?? "" })}`
  ],
  proposalCancelled: ["votes", (data) => `cancelled${title(data)}${because(data)}`],
  dateCalledOff: ["votes", (data) => `called off${title(data)}${because(data)}`],
  templateChanged: ["votes", ({ how, name }) => `${how ?? "changed"} the template “${name ?? ""}” for proposals`],
  proposalExecuted: ["votes", (data) => `The proposal${title(data)} was executed`],
  announced: ["announcements", (data) => `announced${title(data)}`],
  announcementCorrected: ["announcements", (data) => `corrected${title(data)}${because(data)}`],
  announcementWithdrawn: ["announcements", (data) => `withdrew${title(data)}${because(data)}`],
  seriesOpened: ["bonds", (data) => `The sale of ${bond(data)} opened`],
  seriesClosed: ["bonds", (data) => `The sale of ${bond(data)} closed`],
  seriesCancelled: ["bonds", (data) => `The series ${bond(data)} was cancelled${because(data)}`],
  bondsSettled: ["bonds", (data) => `${data.units ?? "Some"} units of ${bond(data)} were settled`],
  bondPaid: ["bonds", (data) => `${bond(data)} paid its holders${late(data)}`],
  collateralOpened: ["bonds", (data) => `Holders of ${bond(data)} who were not paid can take the collateral`],
  collateralTaken: ["bonds", (data) => `A holder took the collateral of ${bond(data)}`],
  collateralReleased: ["bonds", (data) => `Collateral of ${bond(data)} returned to the treasury`],
  bondOverdue: ["bonds", (data) => `A payment of ${bond(data)} is overdue`],
  deployed: ["tokens", () => "deployed the community on the ledger"],
  badgeGiven: [
    "tokens",
    (data) =>
      `${data.way === "move" ? "passed" : "made"} admin badge ${data.id ?? ""} ${data.way === "move" ? "on to" : "for"} ${person(data)}`
  ],
  treasuryProtected: ["tokens", ({ rule }) => `made the treasury a multisig: it needs ${rule ?? "its signers"}`],
  keepersAsked: ["tokens", ({ what }) => `asked the signers to approve ${what ?? "something"}`],
  keepersPaid: [
    "tokens",
    ({ amount, closed, noVote, reason }) =>
      `The signers paid ${amount ?? "something"}${noVote === undefined ? "" : " without a vote"}${because({ reason: reason ?? "" })}${although(closed)}`
  ],
  keepersActed: [
    "tokens",
    ({ closed, title: of, what }) =>
      `The signers approved ${what ?? "something"}${of === undefined ? "" : `: ${of}`}${although(closed)}`
  ],
  keepersChanged: [
    "tokens",
    ({ closed, rule }) => `The treasury now needs ${rule ?? "other signers"}${although(closed)}`
  ],
  budgetParked: [
    "tokens",
    ({ amount, title: of }) => `moved ${amount ?? "money"} into escrow for the budget “${of ?? ""}”`
  ],
  budgetPaid: [
    "tokens",
    ({ amount, reason, title: of }) =>
      `paid ${amount ?? "something"} from the budget “${of ?? ""}”${because({ reason: reason ?? "" })}`
  ],
  escrowMoved: [
    "tokens",
    ({ about, amount }) =>
      `${amount ?? "Something"} left the escrow account of ${about ?? "a plan"} in a transaction that this site did not make`
  ],
  lockerMoved: [
    "tokens",
    ({ about, amount, people }) =>
      `${amount ?? "Something"} for ${people ?? "recipients"} of ${about ?? "a payout"} left the locker in a transaction that this site did not make`
  ],
  distributionStarted: ["tokens", (data) => `started the payout${title(data)}`],
  distributionDone: ["tokens", (data) => `The payout${title(data)} is complete`],
  reported: ["moderation", (data) => `reported a post in${title(data)}`],
  reportUpheld: ["moderation", (data) => `upheld a report on${title(data)}`],
  reportDismissed: ["moderation", (data) => `dismissed a report on${title(data)}`],
  contentHidden: ["moderation", (data) => `hid${title(data)}${because(data)}`],
  contentShown: ["moderation", (data) => `showed${title(data)} again${because(data)}`],
  contentHiddenBySite: ["moderation", (data) => `The operators of this site hid${posts(data)}${because(data)}`],
  contentShownBySite: ["moderation", (data) => `The operators of this site showed${posts(data)} again${because(data)}`],
  closedBySite: ["moderation", (data) => `The operators of this site closed the community${because(data)}`],
  reopenedBySite: ["moderation", (data) => `The operators of this site reopened the community${because(data)}`],
  memberSuspended: ["moderation", (data) => `suspended ${person(data)}${because(data)}`],
  memberUnsuspended: ["moderation", (data) => `ended the suspension of ${person(data)}${because(data)}`],
  suspensionEnded: ["moderation", (data) => `The suspension of ${person(data)} ended`],
  memberRemoved: ["moderation", (data) => `removed ${person(data)}${because(data)}`]
} satisfies Record<string, readonly [Topic, Say]>

export type ActivityType = keyof typeof catalogue

const isType = (name: string): name is ActivityType => Object.hasOwn(catalogue, name)
export const activityTypes = Object.keys(catalogue).filter(isType)

export const topicOf = (type: ActivityType): Topic => catalogue[type][0]

/** The words after the actor's name. */
export const wordsOf = (type: ActivityType, data: Data): string => {
  const say: Say = catalogue[type][1]
  return say(data)
}

/** Types that count as posts in the charts. */
const POSTS: ReadonlySet<ActivityType> = new Set(["threadStarted", "commented", "announced", "proposalPublished"])
export const isPost = (type: ActivityType): boolean => POSTS.has(type)
