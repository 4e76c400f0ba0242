/**
 * The gateway of local mode: the paths and JSON shapes of the real one, answered by this server (protocol 6.2, 6.4).
 *
 * It knows the dApp definition and, by their addresses, all accounts and personas that own themselves. Whoever asks
 * speaks HTTP to /local/gateway and cannot tell the difference, but for the network's name.
 */
import { Clock, DateTime, Effect, Either, ParseResult, Schema } from "effect"
import { randomId } from "../random.server"
import { Settings } from "../Settings.server"
import { Faults } from "./Faults.server"
import { metadataOf, type NoEntity } from "./gateway/entities.server"

/** What goes back over HTTP. A text body is what a proxy in front of a dead gateway says. */
export interface GatewayAnswer {
  readonly status: number
  readonly body: object | string
}

const NETWORK_NAME = "localstokenet"
/** Nothing was written to this ledger since its first state. */
const STATE_VERSION = 1
const EPOCH_SECONDS = 300
const MAX_ADDRESSES = 20
const PAGE = 100

const DetailsRequest = Schema.Struct({
  addresses: Schema.Array(Schema.String).pipe(Schema.minItems(1), Schema.maxItems(MAX_ADDRESSES)),
  opt_ins: Schema.optional(
    Schema.NullOr(Schema.Struct({ explicit_metadata: Schema.optional(Schema.NullOr(Schema.Array(Schema.String))) }))
  )
})
const MetadataRequest = Schema.Struct({
  address: Schema.String,
  limit_per_page: Schema.optional(Schema.NullOr(Schema.Int.pipe(Schema.between(1, PAGE))))
})

class Refused extends Schema.TaggedError<Refused>()("GatewayRefused", {
  status: Schema.Int,
  message: Schema.String,
  details: Schema.Struct({ type: Schema.String }, { key: Schema.String, value: Schema.Unknown })
}) {}

const invalid = (error: ParseResult.ParseError) =>
  new Refused({
    status: 400,
    message: "One or more validation errors occurred.",
    details: {
      type: "InvalidRequestError",
      validation_errors: ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) => ({
        path: path.join("."),
        errors: [message]
      }))
    }
  })

const noEntity = (type: NoEntity, address: string) =>
  type === "InvalidEntityError"
    ? new Refused({ status: 400, message: "The address is not valid on this network.", details: { type, address } })
    : new Refused({ status: 404, message: "Entity not found.", details: { type, address } })

const ledgerState = Effect.map(Clock.currentTimeMillis, (now) => {
  const seconds = Math.floor(now / 1000)
  return {
    network: NETWORK_NAME,
    state_version: STATE_VERSION,
    proposer_round_timestamp: DateTime.formatIso(DateTime.unsafeMake(seconds * 1000)),
    epoch: Math.floor(seconds / EPOCH_SECONDS),
    round: (seconds % EPOCH_SECONDS) + 1
  }
})

const read = <A, I>(schema: Schema.Schema<A, I>, body: unknown) =>
  Effect.mapError(Schema.decodeUnknown(schema, { errors: "all" })(body), invalid)

export class LocalGateway extends Effect.Service<LocalGateway>()("effects/LocalGateway", {
  effect: Effect.gen(function* () {
    const faults = yield* Faults
    const { appOrigin, dAppDefinitionAddress } = yield* Settings

    const itemsOf = (address: string) =>
      Either.mapLeft(metadataOf(address, dAppDefinitionAddress, appOrigin), (type) => noEntity(type, address))

    const details = Effect.fn("LocalGateway.details")(function* (body: unknown) {
      const { addresses, opt_ins } = yield* read(DetailsRequest, body)
      const keys = opt_ins?.explicit_metadata ?? undefined
      const items = yield* Effect.forEach(addresses, (address) =>
        Effect.map(itemsOf(address), (all) => {
          const chosen = all.filter(({ key }) => keys?.includes(key))
          return {
            address,
            metadata: { items: all.slice(0, PAGE), total_count: all.length },
            ...(keys === undefined ? {} : { explicit_metadata: { items: chosen, total_count: chosen.length } }),
            fungible_resources: { items: [], total_count: 0 },
            non_fungible_resources: { items: [], total_count: 0 }
          }
        })
      )
      return { ledger_state: yield* ledgerState, items }
    })

    const metadata = Effect.fn("LocalGateway.metadata")(function* (body: unknown) {
      const { address, limit_per_page } = yield* read(MetadataRequest, body)
      const items = yield* itemsOf(address)
      const page = items.slice(0, limit_per_page ?? PAGE)
      return { ledger_state: yield* ledgerState, address, items: page, total_count: items.length }
    })

    const status = Effect.map(ledgerState, (ledger_state) => ({
      ledger_state,
      release_info: { release_version: "local", open_api_schema_version: "v1.10.1", image_tag: "local" }
    }))

    const paths: Readonly<Record<string, (body: unknown) => Effect.Effect<object, Refused>>> = {
      "state/entity/details": details,
      "state/entity/page/metadata": metadata,
      "status/gateway-status": () => status
    }

    /** `path` without a slash at either end; `body` is the JSON that was sent. */
    const answer = Effect.fn("LocalGateway.answer")(function* (path: string, body: unknown) {
      if (yield* faults.gatewayDown) return { status: 503, body: "Service Unavailable" } satisfies GatewayAnswer
      const handle = Object.hasOwn(paths, path) ? paths[path] : undefined
      if (handle === undefined) return { status: 404, body: "Not Found" } satisfies GatewayAnswer
      return yield* handle(body).pipe(
        Effect.map((reply): GatewayAnswer => ({ status: 200, body: reply })),
        Effect.catchTag("GatewayRefused", ({ details, message, status }) =>
          Effect.map(
            randomId(16),
            (trace_id): GatewayAnswer => ({ status, body: { message, code: status, details, trace_id } })
          )
        )
      )
    })

    return { answer }
  })
}) {}
