/** Idempotency keys and transaction kinds that all escrows share: funding, withdrawal and refund. */
import { Duration, Effect } from "effect"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { amountOf } from "~/ledger/index"
import type { Moved } from "./Escrow"
import { type Back, broughtBack } from "./escrowProofs.server"

/** `id` identifies the payout, sale or budget; `moves` counts withdrawals and refunds so far. */
export const fundKeyOf = (id: string): string => `park:${id}`
export const backKeyOf = (id: string, moves: number): string => `park-back:${id}-${moves}`
export const returnKeyOf = (id: string, moves: number): string => `park-return:${id}-${moves}`

/** After a withdrawal the site only checks whether anything is left; it pays nothing more. */
const RETURNING = { state: "returning", problem: null, tries: 0, nextAt: 0 } as const

interface Books {
  /** Kind names: of the admin's withdrawal, and of the relayer's refund. */
  readonly names: { readonly byAdmin: string; readonly bySite: string }
  readonly detailOf: (step: Step) => Effect.Effect<Back & { readonly id: string }>
  readonly add: (id: string, moved: Moved, change?: typeof RETURNING) => Effect.Effect<void>
}

export const backKinds = ({ add, detailOf, names }: Books): ReadonlyArray<TransactionKind> => {
  const kindOf = (kind: string, isBySite: boolean): TransactionKind => ({
    kind,
    prove: (step, found) =>
      Effect.gen(function* () {
        const detail = yield* detailOf(step)
        const back = yield* broughtBack(detail, found)
        const moved = { moves: 1, ...back, ...(isBySite && { spent: amountOf(found.fee) }) }
        return add(detail.id, moved, RETURNING)
      }),
    sent: () => Effect.void,
    ended: (step, committed) =>
      isBySite && committed !== undefined
        ? Effect.flatMap(detailOf(step), ({ id }) => add(id, { spent: amountOf(committed.fee) }))
        : Effect.void
  })
  return [kindOf(names.byAdmin, false), kindOf(names.bySite, true)]
}

/** Grace period in which a pending withdrawal blocks the automatic refund. */
const ASKED_MS = Duration.toMillis("15 minutes")

/** Whether the site waits for the wallet or signers that were `asked` to withdraw, instead of refunding. */
export const isLeftToAsked = (asked: Pick<Step, "state" | "createdAt"> | undefined, now: number): boolean =>
  asked !== undefined && (asked.state !== "waiting" || now < asked.createdAt + ASKED_MS)
