import { Effect } from "effect"
import { isOpen, takesLateHash } from "./pure/requestItem"
import { RequestsStore, recordOf, Storage, WalletResponsesStore } from "./Storage"

/**
 * Stores a response until it is resolved; the last of several wins. Ignores responses to requests that are not ours,
 * because other frames and other connectors of the page share the wallet's events. True if it was stored.
 */
export const storeResponse = Effect.fnUntraced(function* (interactionId: string, response: unknown) {
  const storage = yield* Storage
  const item = recordOf(yield* storage.get(RequestsStore), interactionId)
  if (item === undefined || !(isOpen(item) || takesLateHash(item))) return false
  yield* storage.modify(WalletResponsesStore, (stored) => [undefined, { ...stored, [interactionId]: response }])
  return true
})
