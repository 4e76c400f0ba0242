import { useEffect, useId, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { TimePair } from "~/components/base/parts/time-pair"
import { shortAddress } from "~/components/base/text/short-address"
import { holderName } from "~/components/chain/prepared-transactions/step-server"
import { useIsOver } from "~/components/chain/prepared-transactions/use-is-over"
import { useFollowedStep } from "~/components/chain/prepared-transactions/use-step-topic"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { PanelView } from "~/effects/treasury/bonds/views"

type Props = {
  readonly panel: PanelView
  readonly communityId: CommunityId
  readonly now: number
  readonly isBusy: boolean
  /** `agreed` are the orders that may fail; `takeOver` takes the batch over from another page. */
  readonly onSettle: (agreed: ReadonlyArray<string>, takeOver?: boolean) => void
}

/** Asks the wallet for the next batch, unless it is in the wallet of another page. */
export function SettlePart({ communityId, isBusy, now, onSettle, panel }: Props) {
  const { direction, isUnderWay, lease, topic } = panel
  useFollowedStep(communityId, topic)
  const [holder, setHolder] = useState<string | null>(null)
  useEffect(() => setHolder(holderName()), [])
  const isElsewhere = lease !== null && holder !== null && lease.holder !== holder
  const isPast = useIsOver(isElsewhere ? lease : null)
  const why = useId()
  if (!isElsewhere) {
    return (
      <div className="row">
        <BusyButton
          className="button"
          data-kind="primary"
          type="button"
          disabled={isUnderWay}
          aria-describedby={isUnderWay ? why : undefined}
          isBusy={isBusy}
          onClick={() => onSettle([])}
        >
          {isBusy ? "In your wallet…" : direction === "buy" ? "Settle next 20" : "Redeem next 20"}
        </BusyButton>
        {isUnderWay && (
          <span className="small muted" id={why}>
            The last batch was sent. You can sign the next one once the ledger has decided.
          </span>
        )}
      </div>
    )
  }
  return (
    <>
      <p id={why}>
        The wallet of <span className="address">{shortAddress(lease.account)}</span> was asked for the next batch on{" "}
        <TimePair at={lease.since} now={now} short />, on another page or device. You can take it over from{" "}
        <TimePair at={lease.until} now={now} short /> on.
      </p>
      <div className="row">
        <BusyButton
          className="button"
          type="button"
          disabled={!isPast}
          aria-describedby={why}
          isBusy={isBusy}
          onClick={() => onSettle([], true)}
        >
          {isBusy ? "In your wallet…" : "Take over"}
        </BusyButton>
      </div>
    </>
  )
}

interface Failure {
  readonly id: string
  readonly account: AccountAddress
  readonly units: number
  readonly failure: string
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === "object" && value !== null && "id" in value && "failure" in value

/** Lists the orders that would fail and why, before the treasury signs. */
export function WouldFail({
  isBusy,
  onGoOn,
  said
}: {
  readonly said: Readonly<Record<string, unknown>>
  readonly isBusy: boolean
  readonly onGoOn: (agreed: ReadonlyArray<string>) => void
}) {
  const failures = Array.isArray(said.failures) ? said.failures.filter(isFailure) : []
  if (failures.length === 0) return null
  return (
    <>
      <ul>
        {failures.map(({ account, failure, id, units }) => (
          <li key={id}>
            <span className="address" title={account}>
              {shortAddress(account)}
            </span>
            , {units === 1 ? "1 unit" : `${units} units`}: {failure}
          </li>
        ))}
      </ul>
      {said.mayGoOn === true && (
        <>
          <p>If you continue, they end as failed. Nothing leaves their wallets.</p>
          <BusyButton
            className="button"
            type="button"
            isBusy={isBusy}
            onClick={() => onGoOn(failures.map(({ id }) => id))}
          >
            Continue without them
          </BusyButton>
        </>
      )}
    </>
  )
}
