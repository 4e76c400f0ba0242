import { useFetcher } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Notice } from "~/components/base/parts/notice"
import { useRootData } from "~/components/base/site/root-data"
import { readable } from "~/effects/base/amounts/readable"
import type { PageReply } from "~/effects/base/remix/PageReply"

interface Props {
  /** What the treasury lacks, and how much of it. */
  readonly short: { readonly missing: string; readonly symbol: string }
  readonly treasury: string | null
  /** What has to wait until the money is there; completes the sentence. */
  readonly what: string
}

/** Says before the click what the treasury lacks, and how to add it. */
export function FundPart({ short: { missing, symbol }, treasury, what }: Props) {
  const { practiceWallet } = useRootData()
  const isXrd = symbol.startsWith("XRD")
  const token = isXrd ? "XRD" : symbol
  const funding = useFetcher<PageReply>()
  return (
    <Notice tone="warn">
      <p>
        The treasury needs {readable(missing)} more {symbol} {what}
      </p>
      {treasury !== null && (
        <p>
          Send {token} from your wallet to the treasury: <span className="digest">{treasury}</span>
        </p>
      )}
      {practiceWallet && treasury !== null && isXrd && (
        <funding.Form method="post" action="/local/fund" preventScrollReset>
          <input type="hidden" name="account" value={treasury} />
          <BusyButton className="button" data-size="s" type="submit" isBusy={funding.state !== "idle"}>
            Add 10,000 test XRD to the treasury
          </BusyButton>
        </funding.Form>
      )}
    </Notice>
  )
}
