/**
 * One sentence for each field of the sign-up and edit forms, shown for a 422 (docs/product/errors.md). The wizard
 * itself shows only three of them, and a red border for the rest.
 */
import type { FieldErrors } from "~/effects/base/remix/form"

const MESSAGES: Readonly<Record<string, string>> = {
  username: "Use 3 to 60 letters, digits, underscores or spaces.",
  email: "Enter an e-mail address such as name@example.org.",
  bio: "Write 10 to 300 characters.",
  display_image: "Profile image is required.", // docs/product/people.md
  tags: "Select between 5 and 10 tags.", // docs/product/people.md
  work_history: "Send a list of jobs, at most 50, each with its fields.",
  public_address: "Connect your wallet first.",
  newletterOpted: "Say yes or no to the newsletter.",
  otp: "Please enter all 6 digits of the OTP", // docs/product/people.md
  version: "Reload the page and try again."
}

export const fieldMessage = (field: string): string => MESSAGES[field] ?? "This value cannot be used."

/** The same fields, each with its sentence. */
export const inOurWords = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, fieldMessage(field)]))
