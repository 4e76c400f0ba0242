/** Storage of the relay transport. Separate from `Storage.ts`, so that computers need not load it. */
import { partition, records } from "../Storage"
import * as forms from "../wire/relayForms"

export const SessionsStore = records("sessions", forms.storedSession)
export const IdentitiesStore = records("identities", forms.storedIdentity)
/** Our addition: messages from the relay that are not decrypted yet, because the relay returns everything only once. */
export const RelayInboxStore = partition("relayInbox", forms.storedInbox, [])
