import { useRootData } from "~/components/base/site/root-data"
import { shortAddress } from "~/components/base/text/short-address"

type Props = {
  /** As the explorer's own paths name it. */
  readonly kind: string
  readonly address: string
}

/** Looked up in the public explorer, which knows nothing of a local ledger: there it is only named. */
export function LedgerAddress({ address, kind }: Props) {
  const { ledger, network } = useRootData()
  const short = shortAddress(address)
  return ledger === "local" ? (
    <span className="address" title={address}>
      {short}
    </span>
  ) : (
    <a className="address" href={`${network.dashboardUrl}/${kind}/${address}`} title={address}>
      {short}
    </a>
  )
}
