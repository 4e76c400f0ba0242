/**
 * Reads the ledger before a wallet is asked again, because a transaction signed on another page may have been committed
 * meanwhile.
 */

import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { GatewayDown } from "~/effects/base/failures/failures"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Indexer } from "./Indexer.server"

/** Costs one statement if no wallet of this community has a pending request. */
export const readFirst = (communityId: CommunityId): Effect.Effect<void, GatewayDown, PreparedTransactions | Indexer> =>
  Effect.gen(function* () {
    const { leases } = yield* PreparedTransactions
    if (!(yield* leases.isAsked(communityId))) return
    const indexer = yield* Indexer
    yield* indexer.requireFollows(communityId)
  }).pipe(Effect.withSpan("readFirst"))
