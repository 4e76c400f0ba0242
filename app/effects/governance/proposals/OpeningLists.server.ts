/**
 * Builds the list of voters while a proposal opens. The ledger's first response fixes the state version; then balances
 * at that version are read, 20 accounts at a time (docs/product/votes.md).
 */
import { Clock, Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { BalancesOf } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { instantOf } from "~/effects/governance/votes/fields"
import { HOUR_MS } from "~/effects/governance/votes/proposal/lifeCycle"
import { VoterList } from "~/effects/governance/votes/VoterList.server"
import { formatVotes, readVotes, weightOf } from "~/effects/governance/votes/weight"
import type { Opening, ProposalRow } from "./rows.server"

/** Accounts in one request to the gateway. */
const AT_ONCE = 20
/** A job that runs each minute opens up to a minute late, which does not count as a delay. */
export const GRACE_PERIOD_MS = 120_000

export const makeOpeningLists = Effect.gen(function* () {
  const sql = yield* Sql
  const ledger = yield* Ledger
  const voterList = yield* VoterList

  /** The ledger's first response fixes the state version and the moment at which memberships are read. */
  const begin = (row: ProposalRow) =>
    Effect.gen(function* () {
      const state = yield* ledger.currentState()
      const now = yield* Clock.currentTimeMillis
      const isLate = row.isDelayed || now - row.opensAt > GRACE_PERIOD_MS
      const opening: Opening = {
        stateVersion: state.time.stateVersion,
        epoch: state.epoch,
        takenAt: instantOf(Date.parse(state.time.at)),
        opensAt: isLate ? now : row.opensAt
      }
      const joinedBefore = opening.opensAt - row.minMembershipHours * HOUR_MS
      const list = Effect.gen(function* () {
        const taken = yield* sql`UPDATE proposals SET opening = ${JSON.stringify(opening)}
            WHERE id = ${row.id} AND status = 'review' AND opening IS NULL RETURNING id`
        if (taken.length > 0) yield* voterList.begin(row, joinedBefore, now)
      })
      yield* atomically(sql)(list)
    })

  /** If the community has no token, every balance is 0. */
  const balancesIn = ({ tokenResource }: ProposalRow, accounts: ReadonlyArray<AccountAddress>, version: number) =>
    tokenResource === null
      ? Effect.succeed<BalancesOf["byAccount"]>(new Map())
      : Effect.map(ledger.balancesOf(tokenResource, accounts, version), ({ byAccount }) => byAccount)

  /** Repeats until every account on the list has a weight. */
  const readBalances = (row: ProposalRow, opening: Opening) =>
    Effect.gen(function* () {
      for (;;) {
        const accounts = yield* voterList.unweighed(row.id, AT_ONCE)
        if (accounts.length === 0) return
        const byAccount = yield* balancesIn(row, accounts, opening.stateVersion)
        const store = Effect.forEach(
          accounts,
          (account) => {
            const balance = formatVotes(readVotes(byAccount.get(account) ?? "0"))
            const weight = weightOf(row.weightMode, { assigned: 0, balance })
            return voterList.setWeight(row.id, account, weight)
          },
          { discard: true }
        )
        yield* atomically(sql)(store)
      }
    })

  return { begin, readBalances }
})
