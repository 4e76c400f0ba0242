import type { CommunityFace } from "~/effects/communities/face"
import { CopyButton } from "../copy-button"
import { shortAddress } from "../short-address"
import { useRootData } from "../site/root-data"

/** What the ledger knows of a community; each address can be copied whole and looked up in the explorer. */
export function AddressList({ addresses }: Pick<CommunityFace, "addresses">) {
  const { network } = useRootData()
  if (addresses.length === 0) return <p className="muted">Not on the ledger yet.</p>
  return (
    <dl className="facts">
      {addresses.map(({ address, kind, name }) => (
        <div key={address}>
          <dt>{name}</dt>
          <dd className="row address-line">
            <a className="address" href={`${network.dashboardUrl}/${kind}/${address}`} title={address}>
              {shortAddress(address)}
            </a>
            <CopyButton text={address} what={`the ${name.toLowerCase()} address`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
