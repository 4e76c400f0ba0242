import { useRootData } from "~/components/base/site/root-data"
import { shortAddress } from "~/components/base/text/short-address"

type Props = {
  /** Path of the kind of address in the explorer. */
  readonly kind: string
  readonly address: string
}

/** Links to the public explorer; on a local ledger, which the explorer does not know, shows only the address. */
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
