/** The schemas whose forms the browser loads, under the names they have there. */
import { MetadataItems, Refusal, StatusReply, SubintentReply } from "~/connector/gateway/walletReplies"
import { Addressed, ExtensionMessage } from "~/connector/schema/ExtensionMessage"
import { RelayItem } from "~/connector/schema/RelayItem"
import { RequestItem } from "~/connector/schema/RequestItem"
import { StoredExtension, StoredIdentity, StoredInbox, StoredSelection, StoredSession } from "~/connector/schema/Stored"
import { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { WalletResponse } from "~/connector/schema/WalletResponse"
import { WalletState } from "~/connector/schema/WalletState"

export const schemas = {
  walletInteraction: WalletInteraction,
  requestItem: RequestItem,
  walletResponse: WalletResponse,
  walletState: WalletState,
  storedSession: StoredSession,
  storedIdentity: StoredIdentity,
  storedExtension: StoredExtension,
  storedSelection: StoredSelection,
  storedInbox: StoredInbox,
  extensionMessage: ExtensionMessage,
  addressed: Addressed,
  relayItem: RelayItem,
  statusReply: StatusReply,
  subintentReply: SubintentReply,
  metadataItems: MetadataItems,
  refusal: Refusal
}
