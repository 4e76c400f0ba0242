/**
 * Everything that the server reads from the ledger and submits to it, over the connector's `Gateway` port.
 *
 * Each fact has its state version and time. There are three failures: `GatewayDown` (E-GATEWAY, nothing was decided),
 * `UnknownOnLedger` and `LedgerRefused`. Decisions read the ledger every time; for display, `shown` may return the last
 * known response, marked as not fresh.
 */
import { Duration, Effect, Layer } from "effect"
import { Gateway } from "~/connector/index"
import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"
import { GatewayAccess } from "~/effects/base/settings/GatewayAccess"
import { type Ask, makeAsk } from "./asking.server"
import { balanceReadings } from "./balanceReadings.server"
import { depositReadings } from "./depositReadings.server"
import { entityReadings } from "./entityReadings.server"
import type { Balances, BalancesOf, Entities, Holders, LedgerNow, LockerVaults, Resource } from "./facts"
import { type HolderOptions, holderReadings } from "./holderReadings.server"
import { itemReadings } from "./itemReadings.server"
import { makeLastKnown } from "./lastKnown.server"
import { previewReadings } from "./previewReadings.server"
import { statusReadings } from "./statusReadings.server"
import { transactionReadings } from "./transactionReadings.server"

const BREAKER = { name: "ledger", failures: 5, pause: Duration.seconds(5) }
/** Added to the time limit of the first call; covers all retries of one question. */
const FURTHER_TRIES = Duration.seconds(5)
/** A page waits this long before it shows the last known state. */
const PAGE_TIMEOUT = Duration.seconds(3)
/** Cached responses of each kind. */
const REMEMBERED = 500

/** All queries, for one way of calling the gateway. */
const readingsOf = (ask: Ask) => {
  const { heldBy, ...balances } = balanceReadings(ask)
  return {
    ...entityReadings(ask),
    ...balances,
    ...holderReadings(ask, { heldBy }),
    ...itemReadings(ask),
    ...depositReadings(ask),
    ...statusReadings(ask),
    ...transactionReadings(ask),
    ...previewReadings(ask)
  }
}
type Readings = ReturnType<typeof readingsOf>

const forPages = (readings: Readings) =>
  Effect.gen(function* () {
    const states = yield* makeLastKnown<LedgerNow>(1)
    const entities = yield* makeLastKnown<Entities>(REMEMBERED)
    const resources = yield* makeLastKnown<Resource>(REMEMBERED)
    const balances = yield* makeLastKnown<Balances>(REMEMBERED)
    const amounts = yield* makeLastKnown<BalancesOf>(REMEMBERED)
    const vaults = yield* makeLastKnown<LockerVaults>(REMEMBERED)
    const holders = yield* makeLastKnown<Holders>(REMEMBERED)
    const soon = Effect.timeoutFail({ duration: PAGE_TIMEOUT, onTimeout: () => new GatewayDown({}) })
    const key = (...parts: ReadonlyArray<unknown>) => JSON.stringify(parts)
    return {
      currentState: () => states.or("", soon(readings.currentState())),
      entityDetails: (addresses: ReadonlyArray<string>) =>
        entities.or(key(addresses), soon(readings.entityDetails(addresses))),
      resource: (address: ResourceAddress) => resources.or(address, soon(readings.resource(address))),
      balances: (accounts: ReadonlyArray<AccountAddress>) =>
        balances.or(key(accounts), soon(readings.balances(accounts))),
      balancesOf: (resource: ResourceAddress, accounts: ReadonlyArray<AccountAddress>) =>
        amounts.or(key(resource, accounts), soon(readings.balancesOf(resource, accounts))),
      lockerVaults: (locker: LockerAddress, account: AccountAddress) =>
        vaults.or(key(locker, account), soon(readings.lockerVaults(locker, account))),
      holders: (resource: ResourceAddress, options: HolderOptions = {}) =>
        holders.or(key(resource, options), soon(readings.holders(resource, options)))
    }
  })

const make = Effect.gen(function* () {
  const { host, timeout } = yield* GatewayAccess
  const ask = makeAsk(yield* Gateway, yield* makeBreaker({ ...BREAKER, host }), Duration.sum(timeout, FURTHER_TRIES))
  const readings = readingsOf(ask)
  return {
    ...readings,
    /** For display only: the last known response if the gateway is down. Never for a decision. */
    shown: yield* forPages(readings)
  }
})

export type LedgerShape = Effect.Effect.Success<typeof make>

export class Ledger extends Effect.Service<Ledger>()("chain/ledger/Ledger", { effect: make }) {
  /** For tests: responds according to the script; everything else fails as if the gateway were down. */
  static readonly layerScript = (script: LedgerScript = {}): Layer.Layer<Ledger> =>
    Layer.effect(
      Ledger,
      Effect.flatMap(
        Effect.promise(() => import("./script.server")),
        ({ scripted }) => Effect.map(forPages(scripted(script)), (shown) => new Ledger({ ...scripted(script), shown }))
      )
    )
}

export type LedgerScript = Partial<Readings>
