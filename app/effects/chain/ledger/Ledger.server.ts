/**
 * Everything that the server reads from the ledger and submits to it, over the connector's `Gateway` port.
 *
 * Each fact has its state version and time. There are three failures: `GatewayDown` (E-GATEWAY, nothing was decided),
 * `UnknownOnLedger` and `LedgerRefused`. Decisions read the ledger every time; for display, `shown` may return the last
 * known response, marked as not fresh.
 */

import { Duration, Effect, Layer, Option, Order, Ref } from "effect"
import { Gateway } from "~/connector/index"
import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"
import { GatewayAccess } from "~/effects/base/settings/GatewayAccess"
import { type AmountText, amountOf } from "~/ledger/index"
import { type Ask, makeAsk, timeOf } from "./asking.server"
import { balanceReadings, counted, isAbove } from "./balanceReadings.server"
import { entityReadings, itemReadings } from "./entityReadings.server"
import type {
  AtVersion,
  Balances,
  BalancesOf,
  DepositCheck,
  Entities,
  Holders,
  LedgerNow,
  LockerVaults,
  Resource,
  SubintentState,
  Timed,
  TransactionState
} from "./facts"
import { withdrawalsIn } from "./lockerEvents"
import { allPages } from "./paging.server"
import { previewReadings } from "./previewReadings.server"
import * as Reply from "./replies"
import { transactionReadings } from "./transactionReadings.server"

/** Queries for the holders of a resource, now or at a version. */
interface HolderOptions {
  /** The version at which balances count. */
  readonly at?: AtVersion
  /** Accounts that may have held it then, because the gateway lists present holders only. */
  readonly candidates?: ReadonlyArray<AccountAddress>
}

const largestFirst = Order.reverse(
  Order.mapInput(Order.bigint, ({ amount }: { readonly amount: AmountText }) => amountOf(amount))
)

/** @param heldBy reads balances at a past version. */
const holderReadings = (ask: Ask, { heldBy }: Pick<ReturnType<typeof balanceReadings>, "heldBy">) => {
  /** The gateway's list takes no version, so it is dated by the ledger's state read just before. */
  const presentHolders = Effect.fn("Ledger.presentHolders")(function* (resource: ResourceAddress) {
    const state = yield* ask("/transaction/construction", {}, Reply.ConstructionReply)
    const { pages } = yield* allPages(undefined, ({ cursor }: { readonly cursor?: string }) =>
      Effect.map(
        ask(
          "/extensions/resource-holders/page",
          { resource_address: resource, limit_per_page: 100, ...(cursor === undefined ? {} : { cursor }) },
          Reply.HoldersReply,
          resource
        ),
        (reply) => ({ ...state, ...reply })
      )
    )
    const holders = pages
      .flatMap(({ items }) => items)
      .map(({ amount, holder_address, non_fungible_ids_count }) => ({
        address: holder_address,
        amount: amount ?? counted(non_fungible_ids_count)
      }))
    return { time: timeOf(state), holders }
  })

  return {
    /** All present holders; with `at`, those who held it then among present holders and candidates. */
    holders: Effect.fn("Ledger.holders")(function* (
      resource: ResourceAddress,
      { at, candidates = [] }: HolderOptions = {}
    ) {
      const present = yield* presentHolders(resource)
      if (at === undefined) return present satisfies Holders
      const addresses = [...present.holders.map(({ address }) => address), ...candidates]
      const { byAccount, time } = yield* heldBy(resource, addresses, at)
      const holders = [...byAccount].map(([address, amount]) => ({ address, amount }))
      return {
        time,
        holders: holders.filter(({ amount }) => isAbove(amount)).sort(largestFirst)
      } satisfies Holders
    })
  }
}

// Queries for what waits in lockers, and which deposits an account accepts.

/** @param ask calls the gateway with one question. */
const depositReadings = (ask: Ask) => ({
  /** What waits in a locker for an account. */
  lockerVaults: Effect.fn("Ledger.lockerVaults")(function* (
    locker: LockerAddress,
    account: AccountAddress,
    at?: number
  ) {
    const { pages, time } = yield* allPages(at, (more) =>
      ask(
        "/state/account-locker/page/vaults",
        { locker_address: locker, account_address: account, limit_per_page: 100, ...more },
        Reply.LockerVaultsReply,
        locker
      )
    )
    const vaults = pages.flatMap(({ items }) =>
      items.map(({ amount, resource_address, total_count, type }) => ({
        resource: resource_address,
        isFungible: type === "Fungible",
        amount: amount ?? counted(total_count)
      }))
    )
    return { time, vaults: vaults.filter(({ amount }) => isAbove(amount)) } satisfies LockerVaults
  }),

  /** What left a locker in a committed transaction. */
  lockerWithdrawals: Effect.fn("Ledger.lockerWithdrawals")(function* (locker: string, intentHash: string) {
    const body = { intent_hash: intentHash, opt_ins: { receipt_events: true } }
    const { transaction } = yield* ask("/transaction/committed-details", body, Reply.EventsReply, intentHash)
    const { events } = transaction.receipt
    // Missing events are not the same as no events.
    if (events == null) return yield* new GatewayDown({})
    return withdrawalsIn(locker, events)
  }),

  /** Whether others may deposit these resources into an account; refused ones go to the locker instead. */
  accountTakes: Effect.fn("Ledger.accountTakes")(function* (
    account: AccountAddress,
    resources: ReadonlyArray<ResourceAddress>
  ) {
    const body = { account_address: account, resource_addresses: resources }
    const path = "/transaction/account-deposit-pre-validation"
    const reply = yield* ask(path, body, Reply.DepositReply, account)
    const refused = (reply.resource_specific_behaviour ?? []).filter((each) => !each.allows_try_deposit)
    return {
      time: timeOf(reply),
      acceptsAll: reply.allows_try_deposit_batch,
      refused: refused.map(({ resource_address }) => resource_address)
    } satisfies DepositCheck
  })
})

/**
 * Last known responses of the ledger, so that an outage of the gateway never blanks a page (docs/product/access.md).
 * They are shown with their time and never used to decide about money or votes.
 */
interface LastKnown<A> {
  /** The program's result; if the gateway is down, the last one under this key, marked as not fresh. */
  readonly or: <E, R>(
    key: string,
    program: Effect.Effect<A, E | GatewayDown, R>
  ) => Effect.Effect<A, E | GatewayDown, R>
}

/** Stores up to `capacity` responses and evicts the least recently used. */
export const makeLastKnown = <A extends Timed>(capacity: number): Effect.Effect<LastKnown<A>> =>
  Effect.map(Ref.make<ReadonlyMap<string, A>>(new Map()), (known) => {
    const store = (key: string, response: A) =>
      Ref.update(known, (all) => {
        const next = new Map(all)
        next.delete(key)
        next.set(key, response)
        const oldest = next.keys().next()
        if (next.size > capacity && oldest.done !== true) next.delete(oldest.value)
        return next
      })
    return {
      or: (key, program) =>
        program.pipe(
          Effect.tap((response) => store(key, response)),
          Effect.catchIf(
            (error): error is GatewayDown & typeof error => error instanceof GatewayDown,
            (down) =>
              Effect.flatMap(Ref.get(known), (all) => {
                const last = all.get(key)
                return last === undefined
                  ? Effect.fail(down)
                  : Effect.succeed({ ...last, time: { ...last.time, isFresh: false } })
              })
          )
        )
    }
  })

/** Queries for the status of transactions and subintents. */
const FINAL: ReadonlySet<Reply.IntentStatus> = new Set(["CommittedSuccess", "CommittedFailure", "PermanentlyRejected"])

/** @param ask calls the gateway with one question. */
const statusReadings = (ask: Ask) => ({
  /** Status of a transaction. An unknown one has a status, too. */
  status: Effect.fn("Ledger.status")(function* (intentHash: string) {
    const reply = yield* ask("/transaction/status", { intent_hash: intentHash }, Reply.StatusReply, intentHash)
    return {
      time: timeOf(reply),
      intentHash,
      status: reply.intent_status,
      isFinal: FINAL.has(reply.intent_status),
      stateVersion: Option.fromNullable(reply.committed_state_version),
      error: Option.fromNullable(reply.error_message)
    } satisfies TransactionState
  }),

  subintentStatus: Effect.fn("Ledger.subintentStatus")(function* (subintentHash: string) {
    const body = { subintent_hash: subintentHash }
    const reply = yield* ask("/transaction/subintent-status", body, Reply.SubintentReply, subintentHash)
    const { finalized_at_state_version: stateVersion, finalized_at_transaction_intent_hash: intentHash } = reply
    return {
      time: timeOf(reply),
      finalizedBy:
        stateVersion == null || intentHash == null ? Option.none() : Option.some({ intentHash, stateVersion })
    } satisfies SubintentState
  })
})

const BREAKER = { name: "ledger", failures: 5, pause: Duration.seconds(5) }
/** Added to the time limit of the first call; covers all retries of one question. */
const FURTHER_TRIES = Duration.seconds(5)
/** A page waits this long before it shows the last known state. */
const PAGE_TIMEOUT = Duration.seconds(3)
/** Cached responses of each kind. */
const REMEMBERED = 500

/** All queries, for one way of calling the gateway. */
const readingsOf = (ask: Ask) => {
  const balances = balanceReadings(ask)
  return {
    ...entityReadings(ask),
    ...balances,
    ...holderReadings(ask, balances),
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
