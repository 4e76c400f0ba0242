/** Forms that only the relay transport needs; see `forms.ts`. */
import type { RelayItem } from "../schema/RelayItem"
import type * as Stored from "../schema/Stored"
import type { FormOf } from "./Form"

export const relayItem: FormOf<RelayItem> = ["one of", [{ publicKey: "text", data: "text" }, { error: "text" }]]

export const storedSession: FormOf<Stored.StoredSession> = { sessionId: "text", createdAt: "number" }
export const storedIdentity: FormOf<Stored.StoredIdentity> = { secret: ["ruled", "key", "text"], createdAt: "number" }
export const storedInbox: FormOf<Stored.StoredInbox> = ["list", "anything"]
