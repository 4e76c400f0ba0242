/**
 * The gateway of local mode: paths and JSON shapes of the real gateway, answered by this server from the local ledger
 * (docs/ledger.md; docs/connector.md).
 *
 * Callers send HTTP to /local/gateway and see no difference except the network's name.
 */
import { Effect } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import { LocalLedger, wellKnown } from "~/ledger/index"
import { Faults } from "./Faults.server"
import { depositHandlers } from "./gateway/depositHandlers.server"
import { itemHandlers } from "./gateway/itemHandlers.server"
import { lockerHandlers } from "./gateway/lockerHandlers.server"
import { makePreviewHandlers } from "./gateway/previewHandlers.server"
import { type Refused, unknownPath } from "./gateway/refusal.server"
import { stateHandlers } from "./gateway/stateHandlers.server"
import { makeSubmission } from "./gateway/submission.server"
import { makeTransactionHandlers } from "./gateway/transactionHandlers.server"
import { makeViews, NETWORK_NAME } from "./gateway/view.server"

const badge = (name: string) => `resource_tdx_2_1nfxxxxxxxxxx${name}`
const nativePackage = (name: string) => `package_tdx_2_1pkgxxxxxxxxx${name}`

/** The network's configuration: its id, and the addresses that are the same on every network but for their prefix. */
const configuration = {
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

/** The HTTP response. A text body stands for the error page of a proxy in front of a dead gateway. */
export interface GatewayResponse {
  readonly status: number
  readonly body: object | string
}

type Handler = (body: unknown) => Effect.Effect<object, Refused>

export class LocalGateway extends Effect.Service<LocalGateway>()("local/LocalGateway", {
  dependencies: [LocalLedger.Default],
  effect: Effect.gen(function* () {
    const faults = yield* Faults
    const { appOrigin, dAppDefinitionAddress } = yield* Settings
    const views = yield* makeViews
    const submission = yield* makeSubmission

    const handlers: Readonly<Record<string, Handler>> = {
      ...stateHandlers(views, { dAppDefinition: dAppDefinitionAddress, origin: appOrigin }),
      ...itemHandlers(views),
      ...lockerHandlers(views),
      ...(yield* makeTransactionHandlers(views, submission)),
      ...(yield* makePreviewHandlers(views)),
      ...depositHandlers(views),
      "status/gateway-status": () =>
        Effect.map(views.now, ({ ledger_state }) => ({
          ledger_state,
          release_info: { release_version: "local", open_api_schema_version: "v1.10.1", image_tag: "local" }
        })),
      "status/network-configuration": () => Effect.succeed(configuration)
    }

    /** `path` has no leading slash; a trailing one is ignored. `body` is the JSON that was sent. */
    const respond = Effect.fn("LocalGateway.respond")(function* (path: string, body: unknown) {
      if (yield* faults.gatewayDown) return { status: 503, body: "Service Unavailable" } satisfies GatewayResponse
      const name = path.replace(/\/$/, "")
      const handle =
        (Object.hasOwn(handlers, name) ? handlers[name] : undefined) ?? (() => Effect.fail(unknownPath(name)))
      yield* submission.settle
      return yield* handle(body).pipe(
        Effect.map((reply): GatewayResponse => ({ status: 200, body: reply })),
        Effect.catchTag("GatewayRefused", ({ details, message, status }) =>
          Effect.map(
            randomId(16),
            (trace_id): GatewayResponse => ({ status, body: { message, code: status, details, trace_id } })
          )
        )
      )
    })

    return { respond }
  })
}) {}
