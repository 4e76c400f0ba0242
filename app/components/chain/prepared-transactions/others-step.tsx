import { type ReactNode, useId } from "react"
import { TimePair } from "~/components/base/parts/time-pair"
import { shortAddress } from "~/components/base/text/short-address"
import type { PreparedTransactionView } from "./states"
import { useIsOver } from "./use-is-over"
import { useFollowedStep } from "./use-step-topic"

type Props = {
  readonly step: PreparedTransactionView
  readonly now: number
  /** The button that takes over. `isFree` says whether it is allowed yet; the text with the ID `why` says from when. */
  readonly children: (isFree: boolean, why: string) => ReactNode
}

/**
 * A transaction that another account's wallet was asked to sign. The page tracks it and can prepare it again after a
 * time.
 */
export function OthersStep({ children, now, step: { account, communityId, lease, state, topic } }: Props) {
  useFollowedStep(communityId, topic)
  const isPast = useIsOver(lease)
  const why = useId()
  const who = (
    <span className="address" title={account}>
      {shortAddress(account)}
    </span>
  )
  if (state !== "waiting") return <p role="status">The wallet of {who} sent it. Waiting for the ledger to decide.</p>
  return (
    <>
      <p role="status" id={why}>
        {lease === null ? (
          <>It was prepared for the wallet of {who}, which has not been asked yet.</>
        ) : (
          <>
            The wallet of {who} was asked on <TimePair at={lease.since} now={now} short />. You can take over from{" "}
            <TimePair at={lease.until} now={now} short /> on; the ledger is checked first.
          </>
        )}
      </p>
      {children(lease === null || isPast, why)}
    </>
  )
}
