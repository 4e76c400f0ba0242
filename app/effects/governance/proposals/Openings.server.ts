/**
 * Opening proposals: the ledger's state, the list of who may vote with their weights, and the digest that every ballot
 * signs (docs/product/votes.md, 3.4, 3.5.2). Goes on where it stopped: the list is kept from the first answer of the
 * gateway on, and balances are read 20 accounts at a time, all at that one state version.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Either, Option, Schema } from "effect"
import { Community } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { emptySums } from "~/effects/governance/votes/count/Count"
import { instantOf } from "~/effects/governance/votes/fields"
import { freeze, proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { HOUR_MS } from "~/effects/governance/votes/proposal/lifeCycle"
import { eligibleList, takeSnapshot } from "~/effects/governance/votes/snapshot"
import { beginStanding } from "~/effects/governance/votes/standings.server"
import { dropWeightless, listVoters, setVoterWeight } from "~/effects/governance/votes/voterList.server"
import { formatVotes, readVotes, weightOf } from "~/effects/governance/votes/weight"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { Opening, ProposalRow } from "./rows.server"
import { sqlDies } from "./sqlDies.server"
import { makeTelling } from "./telling.server"

/** Accounts in one question to the gateway. */
const AT_ONCE = 20
/** A job that runs each minute opens up to a minute late; that is no delay to make up for. */
const GRACE_PERIOD_MS = 120_000
const DAY_MS = 24 * HOUR_MS
const IN_ONE_ROUND = 50

const Due = Schema.Array(Schema.Struct({ id: Schema.String, communityId: Schema.String }))
const Weights = Schema.Array(Schema.Struct({ account: Schema.String, weight: Schema.String }))

export class Openings extends Effect.Service<Openings>()("effects/Openings", {
  dependencies: [ProposalsRepo.Default, CommunityCounts.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const counts = yield* CommunityCounts
    const repo = yield* ProposalsRepo
    const ledger = yield* Ledger
    const telling = makeTelling(sql, yield* Activity, yield* Notifications)

    const communityOf = (id: string) =>
      sql`SELECT * FROM communities WHERE id = ${id}`.pipe(
        Effect.flatMap(Schema.decodeUnknown(Schema.Tuple(Community))),
        Effect.map(([community]) => community),
        Effect.orDie
      )

    /** The first answer of the ledger fixes the version, and with it the moment that membership is looked at. */
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
          if (taken.length === 0) return
          yield* listVoters(sql, row, joinedBefore, now)
        })
        yield* atomically(sql)(sqlDies(list))
      })

    /** Whoever has no weight yet, until nobody is left. */
    const readBalances = (row: ProposalRow, opening: Opening) =>
      Effect.gen(function* () {
        for (;;) {
          const rows = yield* sqlDies(sql<{ readonly accountAddress: string }>`SELECT account_address FROM voters
            WHERE proposal_id = ${row.id} AND weight IS NULL ORDER BY account_address LIMIT ${AT_ONCE}`)
          if (rows.length === 0) return
          const accounts = rows.map(({ accountAddress }) => accountAddress)
          const { byAccount } = yield* ledger.balancesOf(row.tokenResource ?? "", accounts, opening.stateVersion)
          const store = Effect.forEach(
            accounts,
            (account) => {
              const balance = formatVotes(readVotes(byAccount.get(account) ?? "0"))
              const weight = weightOf(row.weightMode, { assigned: 0, balance })
              return setVoterWeight(sql, row.id, account, weight)
            },
            { discard: true }
          )
          yield* atomically(sql)(sqlDies(store))
        }
      })

    /** The list is whole: it is frozen, and voting begins. Once, whoever comes first. */
    const finish = (row: ProposalRow, opening: Opening) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const taken = yield* sql`UPDATE proposals SET status = 'active', is_delayed = 0
          WHERE id = ${row.id} AND status = 'review' RETURNING id`
        if (taken.length === 0) return
        yield* dropWeightless(sql, row.id)
        const rows = yield* sql`SELECT account_address AS account, weight FROM voters WHERE proposal_id = ${row.id}`
        const list = eligibleList(yield* Effect.orDie(Schema.decodeUnknown(Weights)(rows)))
        const snapshot = takeSnapshot(list, opening)
        const isLate = opening.opensAt !== row.opensAt || now - opening.opensAt > GRACE_PERIOD_MS
        const closesAt = isLate ? row.closesAt + (now - row.opensAt) : row.closesAt
        const community = yield* communityOf(row.communityId)
        const proposal = {
          ...row,
          threadId: null,
          headHash: null,
          ballotCount: 0,
          opensAt: opening.opensAt,
          closesAt,
          snapshot
        }
        const frozen = freeze(proposal, community, NETWORK_ID)
        const digest = proposalDigest(frozen)
        yield* beginStanding(sql, row.id, digest, emptySums(frozen))
        yield* sql`UPDATE proposals SET ${sql.update({
          opensAt: opening.opensAt,
          closesAt,
          snapshot: JSON.stringify(snapshot),
          frozen: JSON.stringify(frozen),
          proposalDigest: digest,
          sortAt: closesAt,
          dueAt: closesAt,
          remindAt: Math.max(closesAt - DAY_MS, now),
          updatedAt: now
        })} WHERE id = ${row.id}`
        yield* counts.countOpenProposals(row.communityId, 1)
        yield* telling.everybody(row, "proposalOpen", `Voting is open: “${row.title}”.`)
        yield* telling.happened(row, "proposalOpened", null)
      }).pipe(sqlDies, atomically(sql))

    /** An archived community decides nothing any more. */
    const drop = (row: ProposalRow) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const reason = "The community was archived."
        const gone = yield* sql`UPDATE proposals SET status = 'cancelled', cancelled_reason = ${reason}, due_at = NULL,
          closed_at = ${now}, sort_at = ${now} WHERE id = ${row.id} AND status = 'review' RETURNING id`
        if (gone.length > 0) yield* telling.happened(row, "proposalCancelled", null, { reason })
      }).pipe(sqlDies, atomically(sql))

    /** Opens one whose time has come, as far as the gateway answers; what is left comes with the next minute. */
    const open = Effect.fn("Openings.open")(function* (communityId: string, id: string) {
      const now = yield* Clock.currentTimeMillis
      const found = Option.getOrNull(yield* repo.findById(communityId, id, null))
      if (found === null || found.status !== "review" || found.opensAt > now) return
      if ((yield* communityOf(communityId)).stage === "archived") return yield* drop(found)
      if (found.opening === null) yield* begin(found)
      const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
      if (row === null || row.status !== "review" || row.opening === null) return
      if (row.weightMode === "token" || row.weightMode === "sqrt") yield* readBalances(row, row.opening)
      yield* finish(row, row.opening)
    })

    /** What cannot be opened now waits, and says so; the close moves by the delay when it opens. */
    const openOrWait = Effect.fn("Openings.openOrWait")(function* (communityId: string, id: string) {
      const ended = yield* Effect.either(open(communityId, id))
      if (Either.isRight(ended)) return
      yield* Effect.logWarning("a proposal could not be opened yet", id, ended.left.message)
      yield* sqlDies(sql`UPDATE proposals SET is_delayed = 1 WHERE id = ${id} AND status = 'review'`)
    })

    const openDue = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sqlDies(sql`SELECT id, community_id FROM proposals
        WHERE due_at <= ${now} AND status = 'review' ORDER BY due_at LIMIT ${IN_ONE_ROUND}`)
      const due = yield* Effect.orDie(Schema.decodeUnknown(Due)(rows))
      yield* Effect.forEach(due, (row) => openOrWait(row.communityId, row.id), { discard: true })
    }).pipe(Effect.withSpan("Openings.openDue"))

    return { openOrWait, openDue }
  })
}) {}
