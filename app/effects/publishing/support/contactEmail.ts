/** The letter that brings a message to the operator. Plain text; headers hold nothing a visitor typed. */
import type { ContactForm } from "./forms"

/** "Name <address>" or an address, as MAIL_FROM has it. */
const addressOf = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox

export const contactEmail = (operator: string, sent: ContactForm & { readonly reference: string }, site: string) => ({
  to: addressOf(operator),
  subject: `Support ${sent.reference}: ${sent.topic}`,
  text: [
    `From: ${sent.name}`,
    `Answer to: ${sent.email}`,
    `Topic: ${sent.topic}`,
    `Reference: ${sent.reference}`,
    "",
    sent.message,
    "",
    `Sent with the contact form of ${site}. Whether the address is the sender's was not checked.`,
    ""
  ].join("\n")
})
