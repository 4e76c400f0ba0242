import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { TimePair } from "~/components/base/parts/time-pair"
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"
import type { MultisigView } from "~/effects/treasury/multisig/views"
import { nameOf } from "./names"

/** The badges or keys that count, and whose they are. */
export function Signers({ page: { now, seats, time } }: { readonly page: MultisigView }) {
  return (
    <div>
      <ul className="signers">
        {seats.map((seat) => (
          <li key={seat.id}>
            <h3>
              {nameOf(seat)}
              {seat.isYou && ", you"}
            </h3>
            <p className="small">
              {isKeySeat(seat.id) ? "Key" : "Badge"} <span className="digest">{seat.id}</span>
              {seat.account !== null && (
                <>
                  {" "}
                  {isKeySeat(seat.id) ? "of" : "in"} <LedgerAddress kind="account" address={seat.account} />
                </>
              )}
            </p>
            {seat.place !== null && (
              <p className="small">
                <strong>{seat.place}</strong>
              </p>
            )}
            {seat.since !== null && (
              <p className="small muted">
                Signer since <TimePair at={seat.since} now={now} short />
              </p>
            )}
          </li>
        ))}
      </ul>
      <LedgerTime time={time} />
    </div>
  )
}
