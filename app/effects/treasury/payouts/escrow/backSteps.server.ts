/** The transaction kinds that empty an escrow: withdrawal by an admin, and refund by the relayer. */
import { Effect, Schema } from "effect"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { Back } from "~/effects/treasury/relayer/escrowProofs.server"
import { backKinds } from "~/effects/treasury/relayer/escrowSteps.server"
import { PayoutEscrowsRepo } from "./PayoutEscrowsRepo.server"

export const PARK_BACK = "park-back"
export const PARK_RETURN = "park-return"

/** Stored with the transaction. */
export const BackDetail = Schema.parseJson(Schema.Struct({ distribution: Schema.String, ...Back.fields }))
const detailOf = (step: Step) =>
  Effect.map(Effect.orDie(Schema.decode(BackDetail)(step.detail)), ({ distribution: id, ...back }) => ({ id, ...back }))

export const backSteps = Effect.map(PayoutEscrowsRepo, ({ add }) =>
  backKinds({ names: { byAdmin: PARK_BACK, bySite: PARK_RETURN }, detailOf, add })
)
