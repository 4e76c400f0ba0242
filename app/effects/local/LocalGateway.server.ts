/**
 * The gateway of local mode: paths and JSON shapes of the real gateway, answered by this server from the local ledger
 * (docs/ledger.md; docs/connector.md).
 *
 * Callers send HTTP to /local/gateway and see no difference except the network's name.
 */
import { Effect } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import { LocalLedger } from "~/ledger/index"
import { Faults } from "./Faults.server"
import { configuration } from "./gateway/configuration.server"
import { depositHandlers } from "./gateway/depositHandlers.server"
import { itemHandlers } from "./gateway/itemHandlers.server"
import { lockerHandlers } from "./gateway/lockerHandlers.server"
import { makePreviewHandlers } from "./gateway/previewHandlers.server"
import { type Refused, unknownPath } from "./gateway/refusal.server"
import { stateHandlers } from "./gateway/stateHandlers.server"
import { makeSubmission } from "./gateway/submission.server"
import { makeTransactionHandlers } from "./gateway/transactionHandlers.server"
import { makeViews } from "./gateway/view.server"

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
