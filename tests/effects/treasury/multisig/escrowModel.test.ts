/**
 * Bond escrow of signers adds up like that of one badge: the same life, with two of three in place of one
 * (`tests/effects/treasury/bonds/escrowPlay.ts`).
 */
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Direction } from "~/effects/treasury/bonds/Order"
import type { SeriesTerms } from "~/effects/treasury/bonds/Series"
import type { ApprovalRequest, TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { describeOnBothDatabases } from "../../../databases"
import { runs } from "../../../sets"
import { commands, handsOf, type kinds, played } from "../bonds/escrowPlay"
import { backAsked, bothApprove, fundAsked, keptSale } from "./bondWorld"
import { ada, as, minute, world } from "./world"

/** A request that cannot be approved now is withdrawn. */
const approvedOrNot = (community: Community, request: ApprovalRequest) =>
  Effect.tapError(bothApprove(community, request.id), () =>
    Effect.flatMap(Proposing, (proposing) => Effect.ignore(proposing.withdraw(as(community, ada), request.id)))
  )

const twoOfThree = handsOf({
  sale: (changes: Partial<SeriesTerms>) => keptSale(changes),
  fundEscrow: (community: Community, direction: Direction, units: number | null) =>
    Effect.flatMap(fundAsked(community, direction, units), (request) => approvedOrNot(community, request)),
  askBack: (community: Community, direction: Direction) =>
    Effect.map(backAsked(community, direction), (request) => ({
      step: (request.payload as TransactionRequest).step, // A request about a transaction.
      sign: approvedOrNot(community, request)
    })),
  minute
})

describeOnBothDatabases("the bond escrow of signers adds up", (database) => {
  const holds = (name: keyof typeof kinds, seed: number) => {
    const scripts = fc.sample(fc.array(fc.constantFrom(...commands), { minLength: 6, maxLength: 20 }), {
      numRuns: runs(1, 4),
      seed
    })
    return Effect.gen(function* () {
      let all = 0
      for (const script of scripts) {
        const { settled } = yield* played(["order", "order", ...script], name, twoOfThree).pipe(
          Effect.provide(world(database)),
          Effect.tapErrorCause(() => Effect.sync(() => console.error(name, JSON.stringify(script))))
        )
        all += settled
      }
      // Scripts in which nothing is settled would prove nothing.
      assert.isAbove(all, 0)
    })
  }

  it.effect("in a rolling sale", () => holds("rolling", 21), 600_000)
  it.effect("in a sale with a minimum, all or none", () => holds("minimum", 22), 600_000)
  it.effect("in redemptions, funded for some and for all", () => holds("redemptions", 23), 600_000)
})
