/**
 * Bond escrow of signers adds up like that of one badge: the same life, with two of three in place of one
 * (`tests/effects/treasury/bonds/escrowPlay.ts`).
 */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Direction } from "~/effects/treasury/bonds/Order"
import type { SeriesTerms } from "~/effects/treasury/bonds/Series"
import type { ApprovalRequest, TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { describeEscrowOf, handsOf } from "../bonds/escrowPlay"
import { backAsked, bothApprove, fundAsked, multisigSale } from "./bondWorld"
import { ada, as, minute, world } from "./world"

/** A request that cannot be approved now is withdrawn. */
const approvedOrNot = (community: Community, request: ApprovalRequest) =>
  Effect.tapError(bothApprove(community, request.id), () =>
    Effect.flatMap(Proposing, (proposing) => Effect.ignore(proposing.withdraw(as(community, ada), request.id)))
  )

const twoOfThree = handsOf({
  sale: (changes: Partial<SeriesTerms>) => multisigSale(changes),
  fundEscrow: (community: Community, direction: Direction, units: number | null) =>
    Effect.flatMap(fundAsked(community, direction, units), (request) => approvedOrNot(community, request)),
  askBack: (community: Community, direction: Direction) =>
    Effect.map(backAsked(community, direction), (request) => ({
      step: (request.payload as TransactionRequest).step, // A request about a transaction.
      sign: approvedOrNot(community, request)
    })),
  minute
})

describeEscrowOf("the bond escrow of signers adds up", twoOfThree, world, { lengths: [6, 20], many: [1, 4], seed: 21 })
