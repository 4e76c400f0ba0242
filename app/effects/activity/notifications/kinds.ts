/** The days on which the weekly e-mail can be sent. */

const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const

/** Each day with its number of ISO 8601: Monday is 1, Sunday 7. */
export const weekDays = names.map((name, index) => ({ number: index + 1, name }))

/** @param number 1 to 7. */
export const weekDayName = (number: number): string => names[number - 1] ?? names[0]

/** The number of a day as a form sends it; undefined for anything else. */
export const weekDayOf = (text: string): number | undefined =>
  weekDays.find(({ number }) => String(number) === text)?.number

/** How many notifications of one community a person wants. */
export const communityChoices = ["all", "important", "none"] as const
export type CommunityChoice = (typeof communityChoices)[number]

/**
 * The kinds of notifications, and when their e-mails are sent unless people choose otherwise
 * (docs/product/notifications.md). Pure; the choices page, the e-mails and `Notifications.notify` read it.
 */
export type MailChoice = "now" | "digest" | "none"

export interface Kind {
  /** Name on the page of choices. */
  readonly label: string
  readonly email: MailChoice
}

const kinds = {
  proposalOpen: { label: "A vote opens", email: "digest" },
  proposalEnding: { label: "24 hours left and you have not voted", email: "now" },
  proposalResult: { label: "A vote has a result", email: "digest" },
  ownProposal: { label: "Something happens to a proposal of yours", email: "now" },
  votedProposal: { label: "A proposal you voted on was executed or failed", email: "digest" },
  reply: { label: "Somebody replies to you", email: "digest" },
  mention: { label: "Somebody mentions you", email: "digest" },
  announcementImportant: { label: "An important announcement", email: "now" },
  announcement: { label: "An announcement", email: "digest" },
  applicationReceived: { label: "Somebody asks to join a community you manage", email: "digest" },
  applicationDecided: { label: "Your application is decided", email: "now" },
  saleOpen: { label: "A bond sale opens", email: "digest" },
  saleEnding: { label: "A bond sale closes within 24 hours", email: "digest" },
  order: { label: "Your bond order is settled, expired or failed", email: "now" },
  payment: { label: "A bond of yours pays, falls due or is late", email: "now" },
  delegation: { label: "Your delegate votes, or somebody delegates to you", email: "now" },
  signers: { label: "Payments that need your signature", email: "now" },
  escrow: { label: "Money leaves escrow without this site", email: "now" },
  payout: { label: "An upcoming recurring payout to you", email: "digest" },
  expense: { label: "An expense of yours is decided or paid, or one waits for your review", email: "now" },
  claim: { label: "Tokens to claim", email: "now" },
  quiet: { label: "A community of yours has been quiet for a year", email: "now" },
  webhook: { label: "A webhook of your community is paused because it fails", email: "now" },
  mail: { label: "E-mails to you bounce", email: "none" },
  role: { label: "You get a role, are suspended, or a post of yours is decided on or hidden", email: "now" }
} satisfies Record<string, Kind>

export type NotificationType = keyof typeof kinds

const isType = (name: string): name is NotificationType => Object.hasOwn(kinds, name)
export const notificationTypes = Object.keys(kinds).filter(isType)

/** Names of earlier releases, which links in e-mails and pages that were opened before an update contain. */
const formerTypes: Readonly<Record<string, NotificationType>> = {
  keepers: "signers",
  lentVote: "delegation",
  standing: "role"
}
export const typeOf = (name: string): NotificationType | undefined =>
  isType(name) ? name : Object.hasOwn(formerTypes, name) ? formerTypes[name] : undefined

export const kindOf = (type: NotificationType): Kind => kinds[type]
