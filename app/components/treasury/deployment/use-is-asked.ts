import { useIsOver } from "~/components/chain/prepared-transactions/use-is-over"
import type { OpenTransaction } from "~/effects/treasury/deployment/badges"

/** Whether a wallet was asked to sign something, so that nothing else can be prepared in its place yet. */
export function useIsAsked(act: OpenTransaction | null): boolean {
  const isOver = useIsOver(act?.others?.lease ?? null)
  if (act === null || !act.isOpen) return false
  const { others } = act
  return others === null || others.state !== "waiting" || (others.lease !== null && !isOver)
}
