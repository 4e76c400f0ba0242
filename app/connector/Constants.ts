/** The connector's numbers and names, each with its unit and where it comes from. */
import { Duration } from "effect"

/** The extension answers within this time, or it is not there (docs/connector.md, 1.4). */
export const EXTENSION_DETECTION = Duration.millis(200)
/** An extension that is there, but whose worker has to wake up, says within this time what it can do. */
export const WORKER_WAKING = Duration.seconds(1)
/** Pause between two readings of the relay's mailbox (docs/connector.md, 4.6). */
export const RELAY_PAUSE = Duration.millis(1_500)
/** How often unanswered requests are looked at again, should a wake-up have been missed (docs/connector.md, 3). */
export const RESOLVER_PAUSE = Duration.seconds(1)
/** Success or error stays on the button this long (docs/connector.md, 3). */
export const RESULT_SHOWN = Duration.seconds(2)

/** Polling: a reading at once, then this pause, doubled each time up to the limit (docs/connector.md, 3). */
export const POLL_FIRST_PAUSE = Duration.seconds(2)
export const POLL_FACTOR = 2
export const POLL_LONGEST_PAUSE = Duration.seconds(10)
/** After this long with nothing but answers that say nothing, a transaction's fate counts as unreadable. */
export const POLL_TIMEOUT = Duration.minutes(10)
/** A step that could not be carried on is tried again at the latest after this long. */
export const CARRY_ON_LONGEST_PAUSE = Duration.seconds(30)
export const SUBINTENT_LONGEST_PAUSE = Duration.seconds(60)

/** How long one call to the gateway or the relay may take. */
export const SERVER_CALL_TIMEOUT = Duration.seconds(3)
export const BROWSER_CALL_TIMEOUT = Duration.seconds(10)

/** AES-256-GCM: iv (12) ‖ ciphertext ‖ tag (16), in bytes (docs/connector.md, 4.7). */
export const IV_BYTES = 12
export const TAG_BYTES = 16
export const KEY_BYTES = 32
/** The context string of the key derivation (docs/connector.md, 4.7). */
export const KEY_INFO = "RCfM"

export const METADATA_VERSION = 2 // docs/connector.md, 2.1
export const TRANSACTION_VERSION = 1 // docs/connector.md, 2.2
export const SUBINTENT_VERSION = 1
export const SUBINTENT_MANIFEST_VERSION = 2

/**
 * How we introduce ourselves to the gateway: an honest name, and the version of the behaviour we follow
 * (docs/connector.md, 6.2).
 */
export const CLIENT_NAME = "commonhold-connector"
export const CLIENT_VERSION = "2.2.1"

export const UNNAMED_DAPP = "Unnamed dApp" // docs/connector.md, 6.2

/** Where a phone's wallet listens. */
export const DEEP_LINK_BASE = "radixWallet://connect"
export const RELAY_URL = "https://radix-connect-relay.radixdlt.com"
export const WALLET_WEBSITE = "https://wallet.radixdlt.com"
export const WALLET_DOWNLOAD = "https://app.radixdlt.com/qr-code"
