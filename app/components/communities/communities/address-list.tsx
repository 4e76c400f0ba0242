import { CopyButton } from "~/components/base/parts/copy-button"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import type { PublicProfile } from "~/effects/communities/communities/pages/publicProfile"

/** A community's ledger addresses, each with a button that copies it in full. */
export function AddressList({ addresses }: Pick<PublicProfile, "addresses">) {
  if (addresses.length === 0) return <p className="muted">Not on the ledger yet.</p>
  return (
    <dl className="facts">
      {addresses.map(({ address, kind, name }) => (
        <div key={address}>
          <dt>{name}</dt>
          <dd className="row address-line">
            <LedgerAddress kind={kind} address={address} />
            <CopyButton text={address} what={`the ${name.toLowerCase()} address`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
