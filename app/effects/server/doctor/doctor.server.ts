/**
 * `npm run doctor`: checks one by one what a site needs, and says what to do about each problem. Each check has a
 * timeout, and a failing check does not stop the others. Changes nothing except a test file that it removes again.
 */
import { Cause, Effect, Layer, Option } from "effect"
import type { Variables } from "~/effects/base/settings/environment.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { storageProblem } from "../startProblem.server"
import { Ailment, type Finding, type Named } from "./Finding"
import { clockCheck, definitionCheck, gatewayCheck, relayCheck } from "./ledgerChecks.server"
import { mailCheck } from "./mailCheck.server"
import { originCheck, wellKnownCheck } from "./siteChecks.server"
import { databaseCheck, uploadsCheck } from "./storageChecks.server"

const LIMIT = "10 seconds"

type Check = Effect.Effect<string, Ailment, Settings>
export type Checks = Readonly<Record<string, Check>>

export const CHECKS: Checks = {
  database: databaseCheck,
  uploads: uploadsCheck,
  mail: mailCheck,
  origin: originCheck,
  "well-known": wellKnownCheck,
  gateway: gatewayCheck,
  definition: definitionCheck,
  clock: clockCheck,
  relay: relayCheck
}

/** Message of a crashed check: the storage's own sentence, or the whole cause. */
const wordsOf = (cause: Cause.Cause<unknown>): string =>
  storageProblem(cause) ?? `This check itself failed: ${Cause.pretty(cause).split("\n")[0]}`

const look = (check: Check): Effect.Effect<Finding, never, Settings> =>
  check.pipe(
    // A service that does not respond may not be cancellable either.
    Effect.disconnect,
    Effect.timeoutFail({
      duration: LIMIT,
      onTimeout: () =>
        new Ailment({
          message: "No answer within ten seconds. Check the service in question and the network path to it."
        })
    }),
    Effect.matchCause({
      onSuccess: (message): Finding => ({ state: "well", message }),
      onFailure: (cause): Finding => {
        const ailment = Option.getOrUndefined(Cause.failureOption(cause))
        return ailment === undefined
          ? { state: "wrong", message: wordsOf(cause) }
          : { state: ailment.state, message: ailment.message }
      }
    })
  )

/** Local mode stores secrets that it creates at its first start; the doctor creates none. */
const withoutMaking = (variables: Variables): Variables =>
  variables.LEDGER === "stokenet"
    ? variables
    : {
        ...variables,
        SESSION_SECRET: variables.SESSION_SECRET || "-".repeat(32),
        RELAYER_KEY: variables.RELAYER_KEY || variables.SETTLER_KEY || "0".repeat(64)
      }

/** One finding for each check, the settings first. */
export const examine = (variables: Variables, checks: Checks = CHECKS): Effect.Effect<ReadonlyArray<Named>> =>
  Settings.load(withoutMaking(variables)).pipe(
    Effect.matchEffect({
      onFailure: ({ message }) =>
        Effect.succeed([
          { check: "settings", state: "wrong" as const, message },
          ...Object.keys(checks).map((check) => ({
            check,
            state: "skipped" as const,
            message: "Fix the settings first."
          }))
        ]),
      onSuccess: (settings) =>
        Effect.forEach(
          Object.entries(checks),
          ([name, check]) => Effect.map(look(check), (finding) => ({ check: name, ...finding })),
          { concurrency: "unbounded" }
        ).pipe(
          Effect.provide(Layer.succeed(Settings, settings)),
          Effect.map((found) => [
            {
              check: "settings",
              state: "well" as const,
              message: `Everything that LEDGER=${settings.ledger} needs is set.`
            },
            ...found
          ])
        )
    })
  )
