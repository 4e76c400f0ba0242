/**
 * The notification e-mails. Plain text: the event, its address, the reason for the e-mail, and how to unsubscribe.
 * Pure.
 */
import { APP_NAME } from "~/effects/base/settings/product"
import { cutAtWord } from "~/effects/base/text/plain"
import { kindOf, type NotificationType } from "./kinds"

/** The unsubscribe address in every e-mail. */
export type Leaving = NotificationType | "digest" | "week"

export const leaveUrl = (site: string, secret: string, what: Leaving): string => `${site}/leave/${secret}?of=${what}`

export interface Notified {
  readonly type: NotificationType
  readonly text: string
  /** How often the same event happened. */
  readonly times: number
  readonly target: string
  readonly community: string | null
}

export interface Reader {
  readonly username: string
  /** The site's address without trailing slash. */
  readonly site: string
  /** Address that unsubscribes from this kind of e-mails. */
  readonly leaveUrl: string
}

export interface EmailText {
  readonly subject: string
  readonly text: string
}

/** Most entries in one digest; the rest is on the site. */
export const MAX_IN_DIGEST = 50
const MAX_SUBJECT = 120

const withTimes = ({ text, times }: Notified) => (times > 1 ? `${text} (${times} times)` : text)

/** The last lines of every e-mail: why it was sent, and how to get no more. */
export const foot = ({ leaveUrl, site }: Reader, why: string) => [
  "--",
  why,
  `Unsubscribe: ${leaveUrl}`,
  `All your choices: ${site}/userDashboard/edit?tab=notifications`,
  ""
]

export const atOnceEmail = (notified: Notified, reader: Reader): EmailText => ({
  subject: cutAtWord(notified.text, MAX_SUBJECT),
  text: [
    `Hello ${reader.username},`,
    "",
    withTimes(notified),
    "",
    `${reader.site}${notified.target}`,
    "",
    ...foot(reader, `You're receiving this because you chose “${kindOf(notified.type).label}” e-mails.`)
  ].join("\n")
})

const heading = ({ community }: Notified) => community ?? APP_NAME

export const digestEmail = (notified: ReadonlyArray<Notified>, total: number, reader: Reader): EmailText => {
  const groups = new Map<string, ReadonlyArray<Notified>>()
  for (const one of notified) groups.set(heading(one), [...(groups.get(heading(one)) ?? []), one])
  const lines = [...groups].flatMap(([name, entries]) => [
    name,
    ...entries.flatMap((one) => [`  ${withTimes(one)}`, `  ${reader.site}${one.target}`]),
    ""
  ])
  const rest = total - notified.length
  return {
    subject: `${APP_NAME}: ${total} new ${total === 1 ? "notification" : "notifications"} since your last digest`,
    text: [
      `Hello ${reader.username},`,
      "",
      ...lines,
      ...(rest > 0 ? [`And ${rest} more: ${reader.site}/userDashboard?tab=notifications`, ""] : []),
      ...foot(reader, "You get this digest at most once a day, at 8 in the morning.")
    ].join("\n")
  }
}
