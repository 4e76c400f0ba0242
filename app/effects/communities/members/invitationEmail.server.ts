/** The e-mail that invites somebody to a community. Plain text that says why it came and how to get no more. */
import type { CommunityId } from "~/effects/access/Community"
import type { NewEmail } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { inUtc } from "~/effects/base/text/moments"
import { inviteLink } from "./joining"

interface Wanted {
  readonly to: string
  readonly invitee: string
  readonly community: { readonly id: CommunityId; readonly name: string; readonly tagline: string }
  readonly inviter: string
  readonly code: string
  readonly expiresAt: number
  readonly origin: string
}

export const invitationEmail = ({ code, community, expiresAt, invitee, inviter, origin, to }: Wanted): NewEmail => {
  const leaveUrl = `${origin}/leave/${code}`
  return {
    to,
    subject: `${inviter} invites you to ${community.name}`,
    leaveUrl,
    text: [
      invitee === "" ? "Hello," : `Hello ${invitee},`,
      "",
      `${inviter} invites you to join ${community.name} on ${APP_NAME}:`,
      community.tagline,
      "",
      inviteLink(origin, community.id, code),
      "",
      `The link works until ${inUtc("moment", expiresAt)} UTC and admits one person: the first to use it. Do not pass it on.`,
      "It opens on any device; you can sign up there if you have no account yet.",
      "",
      `${inviter} entered your address at ${origin}. If you do not want to join, do nothing.`,
      `To get no more invitations to ${community.name}: ${leaveUrl}`,
      ""
    ].join("\n")
  }
}
