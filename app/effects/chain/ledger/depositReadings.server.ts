/** Queries for what waits in lockers, and which deposits an account accepts. */
import { Effect } from "effect"
import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { counted, isAbove } from "./amounts"
import { type Ask, timeOf } from "./asking.server"
import type { DepositCheck, LockerVaults } from "./facts"
import { withdrawalsIn } from "./lockerEvents"
import { allPages } from "./paging.server"
import * as Reply from "./replies"

/** @param ask calls the gateway with one question. */
export const depositReadings = (ask: Ask) => ({
  /** What waits in a locker for an account. */
  lockerVaults: Effect.fn("depositReadings.lockerVaults")(function* (
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
  lockerWithdrawals: Effect.fn("depositReadings.lockerWithdrawals")(function* (locker: string, intentHash: string) {
    const body = { intent_hash: intentHash, opt_ins: { receipt_events: true } }
    const { transaction } = yield* ask("/transaction/committed-details", body, Reply.EventsReply, intentHash)
    const { events } = transaction.receipt
    // Missing events are not the same as no events.
    if (events == null) return yield* new GatewayDown({})
    return withdrawalsIn(locker, events)
  }),

  /** Whether others may deposit these resources into an account; refused ones go to the locker instead. */
  accountTakes: Effect.fn("depositReadings.accountTakes")(function* (
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
