/** Reads hourly where the badges that count are, and notifies the signers once of each that moved. */
import type { SqlClient } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { namesOf, seatsHeld } from "~/effects/treasury/deployment/badgeFacts.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { isInAccount, reachWords, slotsIn } from "./slots"

const JOB = "multisig.badges"
const isAccount = Schema.is(AccountAddress)

export const makeSignerWatch = Effect.gen(function* () {
  const sql = yield* Sql
  const requests = yield* ApprovalRequestsRepo
  const holders = yield* TreasuryHolders
  const notifications = yield* Notifications
  const { scan } = yield* WorkQueue
  const context = yield* Effect.context<SqlClient.SqlClient | Ledger>()
  const communities = yield* CommunitiesRepo

  const pollOne = Effect.fn("SignerWatch.pollOne")(function* (communityId: CommunityId) {
    const found = Option.getOrNull(yield* communities.findById(communityId, null))
    const place = found === null ? null : Option.getOrNull(onLedger(found.community))
    if (found === null || place === null) return
    const rule = Option.getOrNull(yield* holders.signers(place))
    if (rule === null) return
    // The ledger does not know whose keys they are, so the stored accounts stay.
    const { held } = yield* seatsHeld(communityId, place.badge, rule)
    const names = yield* namesOf([...held.keys()])
    const seats = slotsIn(rule.ids, held, names)
    const reach = reachWords({ needed: rule.needed, seats })
    yield* Effect.gen(function* () {
      yield* requests.turn(communityId)
      const before = yield* requests.seats(communityId)
      const to = [...before.map(({ account }) => account), ...seats.flatMap(({ account }) => account ?? [])]
      for (const seat of seats) {
        const known = before.find(({ badgeId }) => badgeId === seat.id)
        const now = seat.account ?? ""
        if (known === undefined || now === (known.place ?? known.account)) continue
        yield* requests.moveSlot(communityId, seat.id, { account: isAccount(now) ? now : known.account, place: now })
        const where = !isInAccount(seat)
          ? "in no account now."
          : seat.name === null
            ? "in an account now that nobody with an active profile here has."
            : `in ${seat.name}'s account now.`
        yield* notifications.notify({
          to,
          type: "signers",
          communityId,
          target: `${signersHref(communityId)}?badge=${encodeURIComponent(seat.id)}&in=${now}`,
          text: `Badge ${seat.id} of ${found.community.name}'s treasury is ${where}${reach === null ? "" : ` ${reach}`}`,
          importance: "important"
        })
      }
    }).pipe(atomically(sql))
  })

  const hour = scan({ job: JOB, after: requests.multisigTreasuries, keyOf: (id) => id, check: pollOne }).pipe(
    Effect.provide(context)
  )
  return { hour }
})

export const signersJob = Effect.map(makeSignerWatch, ({ hour }): Job => ({ name: JOB, every: "hour", run: hour }))
