/** Constants of the connector, each with its unit and source. */
import { Duration } from "effect"

/** Time within which the extension responds; otherwise it is considered missing (docs/connector.md). */
export const EXTENSION_DETECTION = Duration.millis(200)
/** Time within which an extension reports its capabilities after its worker wakes up. */
export const WORKER_WAKING = Duration.seconds(1)
/** Pause between two polls of the relay's mailbox (docs/connector.md). */
export const RELAY_PAUSE = Duration.millis(1_500)
/** Interval at which open requests are checked again in case an event was missed (docs/connector.md). */
export const RESOLVER_PAUSE = Duration.seconds(1)
/** How long the button shows success or error (docs/connector.md). */
export const RESULT_SHOWN = Duration.seconds(2)

/** Polling starts immediately, then pauses this long, doubled each time up to the limit (docs/connector.md). */
export const POLL_FIRST_PAUSE = Duration.seconds(2)
export const POLL_FACTOR = 2
export const POLL_LONGEST_PAUSE = Duration.seconds(10)
/** After this long with only unusable responses, polling a transaction fails. */
export const POLL_TIMEOUT = Duration.minutes(10)
/** Longest pause before a continuation is retried. */
export const CARRY_ON_LONGEST_PAUSE = Duration.seconds(30)
export const SUBINTENT_LONGEST_PAUSE = Duration.seconds(60)

/** Timeout of one call to the gateway or the relay. */
export const SERVER_CALL_TIMEOUT = Duration.seconds(3)
export const BROWSER_CALL_TIMEOUT = Duration.seconds(10)

/** AES-256-GCM: iv (12) ‖ ciphertext ‖ tag (16), in bytes (docs/connector.md). */
export const IV_BYTES = 12
export const TAG_BYTES = 16
export const KEY_BYTES = 32
/** Context string of the key derivation (docs/connector.md). */
export const KEY_INFO = "RCfM"

export const METADATA_VERSION = 2 // docs/connector.md
export const TRANSACTION_VERSION = 1 // docs/connector.md
export const SUBINTENT_VERSION = 1
export const SUBINTENT_MANIFEST_VERSION = 2

/**
 * Client name and version in requests to the gateway: our own name, and the toolkit version whose behaviour we
 * implement (docs/connector.md).
 */
export const CLIENT_NAME = "commonhold-connector"
export const CLIENT_VERSION = "2.2.1"

export const UNNAMED_DAPP = "Unnamed dApp" // docs/connector.md

/** Address at which a phone's wallet opens deep links. */
export const DEEP_LINK_BASE = "radixWallet://connect"
export const RELAY_URL = "https://radix-connect-relay.radixdlt.com"
export const WALLET_WEBSITE = "https://wallet.radixdlt.com"
export const WALLET_DOWNLOAD = "https://app.radixdlt.com/qr-code"
