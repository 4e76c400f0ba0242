/** The transaction kind that rewrites what a treasury lists as the community's own, and reads it back. */
import { Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textsIn } from "~/effects/chain/ledger/metadata"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"

export const LINKS = "links"

/** Stored with the transaction. */
export const LinksDetail = Schema.parseJson(
  Schema.Struct({ treasury: AccountAddress, entities: Schema.Array(Schema.String) })
)

export const claimedEntities = "claimed_entities"

export const linksStep = Effect.gen(function* () {
  const ledger = yield* Ledger
  const kind: TransactionKind = {
    kind: LINKS,
    prove: (step, { stateVersion: at }) =>
      Effect.gen(function* () {
        const { entities, treasury } = yield* Effect.orDie(Schema.decode(LinksDetail)(step.detail))
        const { byAddress } = yield* Effect.mapError(
          ledger.entityDetails([treasury], { at, metadata: [claimedEntities] }),
          (cause) => new GatewayDown({ cause })
        )
        const claimed = textsIn(byAddress.get(treasury)?.metadata ?? new Map(), claimedEntities)
        if (claimed.length !== entities.length || entities.some((each) => !claimed.includes(each))) {
          return yield* new TransactionMismatch({ what: "the treasury lists other things as its own." })
        }
        return Effect.void
      }),
    sent: () => Effect.void,
    ended: () => Effect.void
  }
  return kind
})
