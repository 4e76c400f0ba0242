/** Result of a message to support. Types only: the page reads this file. */
import type { FieldErrors } from "~/effects/base/remix/form"
import type { ContactDraft } from "./forms"

export type ContactReply =
  | { readonly sent: true; readonly email: string; readonly reference: string }
  | {
      readonly sent: false
      readonly draft: ContactDraft
      readonly fields: FieldErrors
      /** A problem that is not about a field. */
      readonly problem: string | null
    }
