/** What a person is told of an operator's act, by letter. Plain text. */
import type { NewEmail } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"

export const suspensionEmail = (to: string, words: string, site: string): NewEmail => ({
  to,
  subject: `Your ${APP_NAME} account`,
  text: [words, "", `The page is ${site}/support. What you wrote stays where it is; your votes stay counted.`, ""].join(
    "\n"
  )
})
