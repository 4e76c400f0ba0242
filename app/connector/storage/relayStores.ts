/** What a phone's way to its wallet keeps. Apart from `Storage.ts`, so that computers need not load it. */
import { partition, records } from "../Storage"
import * as forms from "../wire/relayForms"

export const SessionsStore = records("sessions", forms.storedSession)
export const IdentitiesStore = records("identities", forms.storedIdentity)
/** Ours: what the relay handed out and nobody has opened yet. The relay gives everything only once. */
export const RelayInboxStore = partition("relayInbox", forms.storedInbox, [])
