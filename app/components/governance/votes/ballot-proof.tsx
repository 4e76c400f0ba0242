import { Icon } from "~/components/base/parts/icon"
import { grouped } from "~/effects/base/text/grouped"
import type { BallotLine } from "~/effects/governance/proposals/views"

/** Hash, key and signature of a ballot, folded up. */
export function Proof({ ballot }: { readonly ballot: BallotLine }) {
  return (
    <details className="proof">
      <summary>
        <span className="state-line">
          <Icon name="check" />
          Signed<span className="visually-hidden">, proof of ballot {ballot.seq}</span>
        </span>
      </summary>
      <dl className="facts">
        <ProofFact name="Hash" value={ballot.digest} />
        <ProofFact name="Public key" value={ballot.publicKey} />
        <ProofFact name="Signature" value={ballot.signature} />
        <ProofFact name="Curve" value={ballot.curve} />
        <ProofFact name="Place in the chain" value={ballot.entryHash} />
        {ballot.seen !== null && <Seen seen={ballot.seen} />}
      </dl>
    </details>
  )
}

/** The account's owner when the ballot was accepted, as read then; it is not read again. */
function Seen({ seen: { owners, stateVersion } }: { readonly seen: NonNullable<BallotLine["seen"]> }) {
  return (
    <div>
      <dt>The key and the account</dt>
      <dd className="stack" data-gap="s">
        <span>
          {owners === null
            ? "The ledger listed no owner keys, and the address derives from this key."
            : "The ledger listed this key as an owner of the account."}{" "}
          <span className="muted">Read at ledger version {grouped(stateVersion)}.</span>
        </span>
        {owners?.map((hash) => (
          <span key={hash} className="digest">
            {hash}
          </span>
        ))}
      </dd>
    </div>
  )
}

function ProofFact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="digest">{value}</dd>
    </div>
  )
}
