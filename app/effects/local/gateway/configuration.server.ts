/** The network's configuration: its id, and the addresses that are the same on every network but for their prefix. */
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { wellKnown } from "~/ledger/index"
import { NETWORK_NAME } from "./view.server"

const badge = (name: string) => `resource_tdx_2_1nfxxxxxxxxxx${name}`
const nativePackage = (name: string) => `package_tdx_2_1pkgxxxxxxxxx${name}`

export const configuration = {
  network_id: NETWORK_ID,
  network_name: NETWORK_NAME,
  well_known_addresses: {
    xrd: wellKnown("xrd", NETWORK_ID),
    faucet: wellKnown("faucet", NETWORK_ID),
    consensus_manager: wellKnown("consensusManager", NETWORK_ID),
    genesis_helper: "component_tdx_2_1cptxxxxxxxxxgenssxxxxxxxxxx000977302539xxxxxxxxx9cs7tj",
    transaction_tracker: "transactiontracker_tdx_2_1stxxxxxxxxxxtxtrakxxxxxxxxx006844685494xxxxxxxxxxzw7jp",
    ed25519_signature_virtual_badge: wellKnown("ed25519Badge", NETWORK_ID),
    secp256k1_signature_virtual_badge: wellKnown("secp256k1Badge", NETWORK_ID),
    global_caller_virtual_badge: wellKnown("globalCallerBadge", NETWORK_ID),
    package_of_direct_caller_virtual_badge: badge("pkcllrxxxxxxxxx003652646977xxxxxxxxxfzcnwk"),
    system_transaction_badge: badge("systxnxxxxxxxxx002683325037xxxxxxxxxcss8hx"),
    account_owner_badge: wellKnown("accountOwnerBadge", NETWORK_ID),
    identity_owner_badge: badge("dntwnrxxxxxxxxx002876444928xxxxxxxxx98tzzk"),
    package_owner_badge: badge("pkgwnrxxxxxxxxx002558553505xxxxxxxxxfzgzzk"),
    validator_owner_badge: badge("vdrwnrxxxxxxxxx004365253834xxxxxxxxxyerzzk"),
    account_package: wellKnown("accountPackage", NETWORK_ID),
    resource_package: wellKnown("resourcePackage", NETWORK_ID),
    access_controller_package: wellKnown("accessControllerPackage", NETWORK_ID),
    pool_package: wellKnown("poolPackage", NETWORK_ID),
    locker_package: wellKnown("lockerPackage", NETWORK_ID),
    identity_package: wellKnown("identityPackage", NETWORK_ID),
    package_package: wellKnown("packagePackage", NETWORK_ID),
    faucet_package: wellKnown("faucetPackage", NETWORK_ID),
    access_rules_package: nativePackage("arulesxxxxxxxxx002304462983xxxxxxxxx9fe8ce"),
    role_assignment_module_package: nativePackage("arulesxxxxxxxxx002304462983xxxxxxxxx9fe8ce"),
    consensus_manager_package: nativePackage("cnsmgrxxxxxxxxx000746305335xxxxxxxxxqe4rf2"),
    genesis_helper_package: nativePackage("genssxxxxxxxxxx004372642773xxxxxxxxxsnkg30"),
    metadata_module_package: nativePackage("mtdataxxxxxxxxx005246577269xxxxxxxxxrpg925"),
    royalty_module_package: nativePackage("ryaltyxxxxxxxxx003849573396xxxxxxxxxmwc82d"),
    transaction_processor_package: nativePackage("txnpxrxxxxxxxxx002962227406xxxxxxxxxnvke82"),
    transaction_tracker_package: nativePackage("txtrakxxxxxxxxx000595975309xxxxxxxxxnvwmul")
  }
}
