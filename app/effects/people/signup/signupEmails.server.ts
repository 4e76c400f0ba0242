/** E-mails about sign-ups by approval: plain text that says why it came. Pure. */
import type { NewEmail } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { counted } from "~/effects/base/text/counted"
import { REQUEST_DAYS } from "./signupMode"

interface Person {
  readonly email: string
  readonly username: string
}

const toPerson = (
  { email, username }: Person,
  subject: string,
  lines: ReadonlyArray<string>,
  site: string
): NewEmail => ({
  to: email,
  subject,
  text: [
    `Hello ${username},`,
    "",
    ...lines,
    "",
    `You get this e-mail because somebody signed up with this address at ${site}.`,
    ""
  ].join("\n")
})

export const approvedEmail = (person: Person, site: string): NewEmail =>
  toPerson(
    person,
    `Welcome to ${APP_NAME}`,
    ["The operators approved your sign-up. Sign in with your wallet to continue:", "", `${site}/userDashboard`],
    site
  )

export const refusedEmail = (person: Person, reason: string, mayAskAgain: boolean, site: string): NewEmail =>
  toPerson(
    person,
    `Your sign-up at ${APP_NAME} was not approved`,
    [
      "The operators did not approve your sign-up. Their reason:",
      "",
      `    ${reason}`,
      "",
      "Your name, e-mail address and profile were deleted.",
      mayAskAgain
        ? `You can sign up once more: ${site}/signup`
        : `You cannot sign up again with this account. To object, write to us: ${site}/support`
    ],
    site
  )

export const expiredEmail = (person: Person, site: string): NewEmail =>
  toPerson(
    person,
    `Your sign-up at ${APP_NAME} has expired`,
    [
      `Nobody decided about your sign-up within ${REQUEST_DAYS} days, so your name, e-mail address and profile were deleted.`,
      `You can sign up again: ${site}/signup`
    ],
    site
  )

export const waitingEmail = (
  { email }: Pick<Person, "email">,
  { fresh, waiting }: { readonly fresh: number; readonly waiting: number },
  site: string
): NewEmail => ({
  to: email,
  subject: `${counted(waiting, "sign-up")} ${waiting === 1 ? "waits" : "wait"} for approval`,
  text: [
    `${counted(fresh, "person", "people")} signed up at ${site} since the last e-mail of this kind. In all,`,
    `${counted(waiting, "sign-up")} ${waiting === 1 ? "waits" : "wait"} for an operator to approve or refuse:`,
    "",
    `${site}/operator/signups`,
    "",
    `A sign-up that nobody decides is deleted after ${REQUEST_DAYS} days. This e-mail comes at most once an hour, because`,
    "your account is named in the setting OPERATORS and sign-ups are by approval.",
    ""
  ].join("\n")
})
