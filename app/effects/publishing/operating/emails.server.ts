/** E-mail about an operator's action on an account. Plain text. */
import type { NewEmail } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"

export const suspensionEmail = (to: string, words: string, site: string): NewEmail => ({
  to,
  subject: `Your ${APP_NAME} account`,
  text: [
    words,
    "",
    `To reply, use ${site}/support. Your posts stay where they are, and your votes stay counted.`,
    ""
  ].join("\n")
})
