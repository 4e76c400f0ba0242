/** The e-mail with a one-time code: plain text that says why it came. */
import { DateTime } from "effect"
import { APP_NAME } from "~/effects/base/settings/product"
import type { NewEmail } from "./Outbox.server"

export const codeEmail = (to: string, code: string, expiresAt: number, site: string): NewEmail => {
  const until = DateTime.formatUtc(DateTime.unsafeMake(expiresAt), {
    locale: "en-GB",
    hour: "2-digit",
    minute: "2-digit"
  })
  return {
    to,
    isAskedFor: true,
    subject: `Your ${APP_NAME} code`,
    text: [
      `Your code for ${APP_NAME} is`,
      "",
      `    ${code}`,
      "",
      `Enter it on the page that asked for it. It expires in 10 minutes, at ${until} UTC, and can be used once.`,
      "",
      `This address was entered at ${site}. If you did not request the code, ignore this e-mail: nothing happens`,
      "without the code. We never ask for it by phone or e-mail.",
      ""
    ].join("\n")
  }
}
