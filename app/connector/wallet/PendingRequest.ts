import type { Effect } from "effect"
import type { ConnectorError } from "../Errors"
import type { ContinuationInput } from "../Requests"
import type { RequestItemType } from "../schema/RequestItem"
import type { WalletItems } from "../schema/WalletInteraction"

export interface RequestOptions {
  readonly oneTime?: boolean
  readonly useCache?: boolean
  /** Used instead of the dApp's generator. */
  readonly challenge?: string
  readonly continuation?: ContinuationInput
}

/** One request from its first draft to its end. */
export interface PendingRequest {
  readonly type: RequestItemType
  readonly isOneTime?: boolean
  readonly draft: WalletItems
  readonly prove?: (interactionId: string) => Effect.Effect<WalletItems, ConnectorError>
  readonly hear?: ((transactionIntentHash: string) => void) | undefined
  readonly continuation?: ContinuationInput | undefined
}

/** Placeholder used only to determine the type of the request. */
export const ANY_CHALLENGE = "0".repeat(64)
