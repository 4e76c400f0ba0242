/**
 * The public randomness beacon whose signatures open sealed votes (docs/votes.md). A port: over HTTP in drand's format,
 * from a script in tests, and a beacon of its own in local mode. Every signature is verified, whatever its source.
 */
import { HttpClient, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Context, Effect, Layer, Schema } from "effect"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { type BeaconChain, type BeaconRound, RoundSignature } from "./BeaconRound"
import { SealedThread } from "./SealedThread.server"

/** A beacon's response for a round. Other members are allowed, because beacons differ in them. */
export const RoundResponse = Schema.Struct({ round: Schema.Number, signature: RoundSignature })
export type RoundResponse = typeof RoundResponse.Type

/** No signature is available yet; the reason is for the operator. */
export class NoSignature extends Schema.TaggedError<NoSignature>()("NoSignature", {
  message: Schema.String,
  /** False if no request was made: after several failures in a row, requests pause for a while. */
  wasAsked: Schema.optionalWith(Schema.Boolean, { default: () => true }),
  /** The beacon responds, but does not serve this chain or round. */
  isRefusal: Schema.optionalWith(Schema.Boolean, { default: () => false })
}) {}

export interface BeaconShape {
  /** False without a beacon: ties of ranked votes are then decided without a draw. */
  readonly isThere: boolean
  /** The chain to which votes that open from now on are sealed. */
  readonly chain: BeaconChain
  /**
   * The signature of a past round: 96 hex digits, verified with the requested key. A vote's own chain and key are
   * frozen with it, and may differ from the ones in the settings now.
   */
  readonly signatureOf: (asked: BeaconRound) => Effect.Effect<string, NoSignature>
}

/** How a signature is requested. */
type Ask = (asked: Pick<BeaconRound, "chain" | "round">) => Effect.Effect<RoundResponse, NoSignature>

const QUICKNET: BeaconChain = {
  chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesis: 1_692_803_367,
  period: 3
}
const TIMEOUT = "10 seconds"
const FAILURES = 5

/** A chain that the beacon does not serve does not give a reason to pause requests for other chains. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429

const refused = (message: string) => new NoSignature({ message })

const leftAlone = new NoSignature({ message: "the beacon failed several times in a row", wasAsked: false })

/** Returns what a beacon responds only if it is this round's signature by the requested key. */
const verified = (chain: BeaconChain, ask: Ask) =>
  Effect.map(
    SealedThread,
    (thread): BeaconShape => ({
      isThere: true,
      chain,
      signatureOf: Effect.fn("Beacon.signatureOf")(function* (asked: BeaconRound) {
        const { publicKey, round } = asked
        const reply = yield* ask(asked)
        if (reply.round !== round) return yield* refused(`the beacon answered round ${reply.round} for ${round}`)
        const isRight = yield* thread.verify({ publicKey, round, signature: reply.signature })
        return isRight ? reply.signature : yield* refused("the beacon's signature is not its round's")
      })
    })
  )

/** Without a beacon, nothing can be opened. */
const nobody: BeaconShape = {
  isThere: false,
  chain: QUICKNET,
  signatureOf: () => Effect.fail(refused("there is no beacon here"))
}

/** A beacon's address serves several chains, so that votes of another chain than today's can be opened too. */
const fetched = (url: string) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const breaker = yield* makeBreaker({
      name: "beacon",
      host: new URL(url).host,
      failures: FAILURES,
      pause: "30 seconds"
    })
    return ({ chain, round }: Parameters<Ask>[0]): Effect.Effect<RoundResponse, NoSignature> => {
      const call = client.execute(HttpClientRequest.get(`${url}/${chain}/public/${round}`)).pipe(
        Effect.flatMap(HttpClientResponse.filterStatusOk),
        Effect.flatMap(HttpClientResponse.schemaBodyJson(RoundResponse)),
        Effect.scoped,
        Effect.timeout(TIMEOUT),
        Effect.mapError(
          (error) =>
            new NoSignature({
              message: `the beacon did not answer as it should: ${error._tag}`,
              isRefusal: error._tag === "ResponseError" && isRefusal(error.response.status)
            })
        )
      )
      return breaker
        .guard(call, (failed) => !failed.isRefusal)
        .pipe(Effect.catchTag("CircuitOpen", () => Effect.fail(leftAlone)))
    }
  })

export class Beacon extends Context.Reference<Beacon>()("governance/votes/Beacon", {
  defaultValue: (): BeaconShape => nobody
}) {
  /** The beacon named in the settings. */
  static readonly layer = Layer.effect(
    Beacon,
    Effect.gen(function* () {
      const { beacon } = yield* Settings
      return yield* verified(beacon.chain ?? QUICKNET, yield* fetched(beacon.url))
    })
  ).pipe(Layer.provide(SealedThread.Default))

  /** Responses come from the caller, and are verified as well. */
  static readonly layerScript = (chain: BeaconChain, ask: Ask): Layer.Layer<Beacon> =>
    Layer.provide(Layer.effect(Beacon, verified(chain, ask)), SealedThread.Default)
}
