/** E-mail that forwards a message to the operator. Plain text; headers never contain what a visitor typed. */
import type { ContactForm } from "./forms"

/** Address part of "Name <address>", the format of MAIL_FROM. */
const addressOf = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox

export const contactEmail = (operator: string, sent: ContactForm & { readonly reference: string }, site: string) => ({
  to: addressOf(operator),
  subject: `Support ${sent.reference}: ${sent.topic}`,
  text: [
    `From: ${sent.name}`,
    `Reply to: ${sent.email}`,
    `Topic: ${sent.topic}`,
    `Reference: ${sent.reference}`,
    "",
    sent.message,
    "",
    `Sent with the contact form of ${site}. We have not checked whether the address belongs to the sender.`,
    ""
  ].join("\n")
})
