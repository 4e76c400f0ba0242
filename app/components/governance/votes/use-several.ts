import { useEffect, useState, useSyncExternalStore } from "react"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import type { ProposalId } from "~/effects/governance/votes/fields"
import type { SeveralState, SeveralVotes } from "./several-votes"

const never = () => () => {}

/**
 * The votes of several accounts, loaded once the wallet shares more than one with this page.
 * @param voted what the session's own account voted, in words
 */
export function useSeveral(proposal: ProposalId, own: string, voted: string) {
  const { accounts } = useWallet()
  const [votes, setVotes] = useState<SeveralVotes>()
  const hasSeveral = accounts.length > 1
  useEffect(() => {
    if (!hasSeveral) return undefined
    let opened: SeveralVotes | undefined
    let isHere = true
    const open = async () => {
      const { openSeveralVotes } = await import("./several-votes")
      if (!isHere) return
      opened = openSeveralVotes(proposal, own)
      setVotes(opened)
    }
    void open()
    return () => {
      isHere = false
      opened?.stop()
      setVotes(undefined)
    }
  }, [hasSeveral, proposal, own])
  // `voted` is not an input of it: the list says what each account voted, and is asked for again when that has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void votes?.load(accounts)
  }, [votes, accounts, voted])
  const at = useSyncExternalStore<SeveralState["at"]>(
    votes?.subscribe ?? never,
    () => votes?.snapshot().at ?? "form",
    () => "form"
  )
  return { votes, at }
}
