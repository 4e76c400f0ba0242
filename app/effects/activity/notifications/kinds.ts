/**
 * What people are told about, and how letters about it leave unless they choose otherwise
 * (docs/product/notifications.md, 3.5.9). Pure; the choices page, the letters and `Notifications.tell` read it.
 */
export type MailChoice = "now" | "digest" | "none"

export interface Kind {
  /** As the choices page names it. */
  readonly label: string
  readonly email: MailChoice
}

const kinds = {
  proposalOpen: { label: "A vote opens", email: "digest" },
  proposalEnding: { label: "24 hours left and you have not voted", email: "now" },
  proposalResult: { label: "A vote has a result", email: "digest" },
  ownProposal: { label: "Something happens to a proposal of yours", email: "now" },
  votedProposal: { label: "What you voted on was carried out or failed", email: "digest" },
  reply: { label: "Somebody replies to you", email: "digest" },
  mention: { label: "Somebody mentions you", email: "digest" },
  announcementImportant: { label: "An important announcement", email: "now" },
  announcement: { label: "An announcement", email: "digest" },
  applicationReceived: { label: "Somebody asks to join a community you look after", email: "digest" },
  applicationDecided: { label: "Your application is decided", email: "now" },
  saleOpen: { label: "A bond sale opens", email: "digest" },
  saleEnding: { label: "A bond sale closes within 24 hours", email: "digest" },
  order: { label: "Your bond order is settled, lapsed or failed", email: "now" },
  payment: { label: "A bond of yours pays, falls due or is late", email: "now" },
  lentVote: { label: "Somebody votes with a vote you lent, or lends you theirs", email: "now" },
  keepers: { label: "A treasury that you keep, or a payment from one", email: "now" },
  escrow: { label: "Something leaves an escrow account without this site", email: "now" },
  payout: { label: "A payout that comes again will pay you", email: "digest" },
  claim: { label: "Tokens wait for you", email: "now" },
  quiet: { label: "A community of yours has been quiet for a year", email: "now" },
  webhook: { label: "A webhook of your community is paused because it fails", email: "now" },
  mail: { label: "E-mails to you do not arrive", email: "none" },
  standing: { label: "You get a role, are suspended, or a post of yours is hidden", email: "now" }
} satisfies Record<string, Kind>

export type NotificationType = keyof typeof kinds

const isType = (name: string): name is NotificationType => Object.hasOwn(kinds, name)
export const notificationTypes = Object.keys(kinds).filter(isType)

export const kindOf = (type: NotificationType): Kind => kinds[type]
