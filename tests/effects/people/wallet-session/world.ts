/** The sign-in services over a database and a scripted ledger, with the time under the test's control. */
import type { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, LogLevel, Option, Redacted } from "effect"
import { Gateway, type GatewayError, type OwnerKey } from "~/connector/index"
import { Settings, type SettingsShape } from "~/effects/base/settings/Settings.server"
import { Challenges } from "~/effects/people/wallet-session/proof/Challenges.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { type Client, SignIn } from "~/effects/people/wallet-session/SignIn.server"
import type { Database } from "../../../databases"
import { prove, site, type TestKey } from "./keys"

export const settings: SettingsShape = {
  ledger: "local",
  host: "127.0.0.1",
  trustedProxies: [],
  operators: [],
  operator: Option.none(),
  port: 3000,
  appOrigin: site.origin,
  dataDir: "./data",
  databaseUrl: Option.none(),
  databasePoolSize: 10,
  gatewayTimeoutMs: 3_000,
  drainMs: 0,
  seed: "none",
  practiceWallet: false,
  gatewayUrl: "http://127.0.0.1:3000/local/gateway",
  browserGatewayUrl: "http://127.0.0.1:3000/local/gateway",
  relayUrl: "http://127.0.0.1:9",
  dAppDefinitionAddress: site.dAppDefinitionAddress,
  backendUrl: Option.none(),
  smtpUrl: Option.none(),
  mailFrom: "test@commonhold.invalid",
  sessionSecret: Redacted.make("0".repeat(64)),
  encryptionKey: Option.none(),
  encryptionKeysAccepted: [],
  uploadHost: Option.none(),
  uploadBucket: Option.none(),
  backups: Option.none(),
  beacon: { url: "https://beacon.invalid", chain: null },
  relayerKey: Option.none(),
  vapid: Option.none(),
  traceCollector: Option.none(),
  metricsPort: Option.none(),
  metricsToken: Option.none(),
  logLevel: LogLevel.Info,
  requestLog: false
}

/** The owner keys on the ledger, by address; everything else has none. They may change during a test. */
export class TestLedger extends Context.Tag("tests/TestLedger")<
  TestLedger,
  {
    readonly keys: Map<string, ReadonlyArray<OwnerKey>>
    /** The errors of the next queries, in order. */
    readonly trouble: Array<Effect.Effect<never, GatewayError>>
    /** Addresses that were queried. */
    readonly asked: Array<string>
  }
>() {}

export const LedgerLive = Layer.sync(TestLedger, () => ({ keys: new Map(), trouble: [], asked: [] }))

export const GatewayOfTest = Layer.unwrapEffect(
  Effect.map(TestLedger, (ledger) =>
    Gateway.layerScript({
      methods: {
        ownerKeys: (address) =>
          Effect.suspend(() => {
            ledger.asked.push(address)
            return ledger.trouble.shift() ?? Effect.succeed(Option.fromNullable(ledger.keys.get(address)))
          })
      }
    })
  )
)

export const worldOn = (
  database: Database
): Layer.Layer<SignIn | Challenges | Sessions | TestLedger | SqlClient.SqlClient> =>
  Layer.mergeAll(SignIn.Default, Challenges.Default, Sessions.Default).pipe(
    Layer.provide(GatewayOfTest),
    Layer.provideMerge(LedgerLive),
    Layer.provideMerge(database),
    Layer.provide(Layer.succeed(Settings, settings))
  )

export const client: Client = { browserHash: "a".repeat(64), userAgent: "Test/1", token: Option.none() }

export const askChallenge = Effect.flatMap(Challenges, (challenges) =>
  Effect.map(challenges.issue("sign-in", client.browserHash), ({ challenge }) => challenge)
)

export const signInWith = (
  proofs: ReadonlyArray<ReturnType<typeof prove>>,
  from: Client = client,
  personaLabel: string | null = null
) => Effect.flatMap(SignIn, (wallet) => wallet.signIn({ proofs, personaLabel }, from))

/** Challenge, proof and session in one call. */
export const signInAs = (key: TestKey, from: Client = client) =>
  Effect.flatMap(Challenges, (challenges) =>
    Effect.flatMap(challenges.issue("sign-in", from.browserHash), ({ challenge }) =>
      signInWith([prove(key, challenge)], from)
    )
  )
