import { useSyncExternalStore } from "react"
import type { VoterLine } from "./several-votes"
import { useSeveral } from "./use-several"
import { VotePanel, type VotePanelProps } from "./vote-panel"

const never = () => () => {}
const NONE: ReadonlyArray<VoterLine> = []

/**
 * The vote box for readers who cannot vote with the session's account but can with another account of the same wallet.
 */
export function OthersVote(props: VotePanelProps) {
  const { votes } = useSeveral(props.proposal.id, props.account, "")
  const lines = useSyncExternalStore(
    votes?.subscribe ?? never,
    () => votes?.snapshot().lines ?? NONE,
    () => NONE
  )
  return lines.length === 0 ? null : <VotePanel {...props} />
}
