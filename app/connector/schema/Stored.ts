/** Stored data besides state and requests (docs/connector.md). */
import { Schema } from "effect"
import { maybe } from "./maybe"
import { KEY } from "./rules"

const text = Schema.String
const created = { createdAt: Schema.Number }

export const StoredSession = Schema.Struct({ sessionId: text, ...created })
export type StoredSession = typeof StoredSession.Type

/** 32 bytes in hex. */
export const StoredIdentity = Schema.Struct({
  secret: text.pipe(Schema.pattern(KEY, { identifier: "key" })),
  ...created
})
export type StoredIdentity = typeof StoredIdentity.Type

export const StoredExtension = Schema.Struct({ sessionId: maybe(text) })
export type StoredExtension = typeof StoredExtension.Type

export const StoredSelection = Schema.Struct({ address: maybe(text) })
export type StoredSelection = typeof StoredSelection.Type

export const StoredInbox = Schema.Array(Schema.Unknown)
export type StoredInbox = typeof StoredInbox.Type
