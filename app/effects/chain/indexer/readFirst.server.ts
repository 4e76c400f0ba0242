/** Before anybody is asked again, the ledger is read: what was signed on another page may have happened meanwhile. */
import { Effect } from "effect"
import type { GatewayDown } from "~/effects/base/failures/failures"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { Indexer } from "./Indexer.server"

/** Costs one statement where no wallet of this community has anything. */
export const readFirst = (communityId: string): Effect.Effect<void, GatewayDown, LedgerSteps | Indexer> =>
  Effect.gen(function* () {
    const { leases } = yield* LedgerSteps
    if (!(yield* leases.isAsked(communityId))) return
    const indexer = yield* Indexer
    yield* indexer.mustFollow(communityId)
  }).pipe(Effect.withSpan("readFirst"))
