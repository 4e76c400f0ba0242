import { type ReactNode, useId } from "react"
import { TimePair } from "~/components/base/parts/time-pair"
import { shortAddress } from "~/components/base/text/short-address"
import type { LedgerStepView } from "./states"
import { useIsOver } from "./use-is-over"
import { useFollowedStep } from "./use-step-topic"

type Props = {
  readonly step: LedgerStepView
  readonly now: number
  /** What takes it over, once that may be: `isFree` says whether, the words with the id `why` say from when on. */
  readonly children: (isFree: boolean, why: string) => ReactNode
}

/** A step that another account's wallet was asked for: this page follows it, and may prepare it anew after a time. */
export function OthersStep({ children, now, step: { account, communityId, lease, state, topic } }: Props) {
  useFollowedStep(communityId, topic)
  const isPast = useIsOver(lease)
  const why = useId()
  const who = (
    <span className="address" title={account}>
      {shortAddress(account)}
    </span>
  )
  if (state !== "waiting") return <p role="status">The wallet of {who} sent it. The ledger has not decided yet.</p>
  return (
    <>
      <p role="status" id={why}>
        {lease === null ? (
          <>It was prepared for the wallet of {who}, which has not been asked.</>
        ) : (
          <>
            The wallet of {who} was asked on <TimePair at={lease.since} now={now} short />. From{" "}
            <TimePair at={lease.until} now={now} short /> on you can take it over; the ledger is read first.
          </>
        )}
      </p>
      {children(lease === null || isPast, why)}
    </>
  )
}
