import { useIsOver } from "~/components/chain/prepared-transactions/use-is-over"
import type { OpenTransaction } from "~/effects/treasury/deployment/badges"

/** Whether a wallet was asked to sign something, so that nothing else can be prepared in its place yet. */
export function useIsAsked(transaction: OpenTransaction | null): boolean {
  const isOver = useIsOver(transaction?.others?.lease ?? null)
  if (transaction === null || !transaction.isOpen) return false
  const { others } = transaction
  return others === null || others.state !== "waiting" || (others.lease !== null && !isOver)
}
