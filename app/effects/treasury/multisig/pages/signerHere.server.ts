/** The signer who asks the others for something that a page of another feature offers. */
import { Effect, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import type { Done } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { Back } from "~/effects/treasury/relayer/escrowProofs.server"
import { Keeping } from "../Keeping.server"
import { TransactionRequests } from "../TransactionRequests.server"

/**
 * Returns the treasury with all its signers as well. `action` completes "Only who holds an admin badge of {name} can
 * …".
 */
export const signerHere = Effect.fn("signerHere")(function* (here: Inside, action: string) {
  const keeping = yield* Keeping
  const kept = yield* keeping.requireWithinRules(here, "propose it")
  yield* readFirst(here.community.id)
  return { kept, treasury: yield* requirePrepared(here, action), acts: yield* TransactionRequests }
})

/** The page where the request then waits. */
export const toRequest = ({ communityId, number }: { readonly communityId: string; readonly number: number }) =>
  ({ to: signersHref(communityId, number) }) satisfies Done

const Moved = Schema.parseJson(Back)

/**
 * What a withdrawal brings back, by the ledger: others may have sent something there. Next to `symbol`, it is XRD for
 * fees.
 */
export const broughtIn = ({ detail }: Pick<Step, "detail">, symbol: string) =>
  Effect.map(Effect.orDie(Schema.decode(Moved)(detail)), ({ amounts, resource }) =>
    amounts.map(([token, amount]) => ({ symbol: token === resource ? symbol : "XRD", amount }))
  )
