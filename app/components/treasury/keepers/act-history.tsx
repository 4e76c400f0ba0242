import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { TimePair } from "~/components/base/parts/time-pair"
import { actName } from "~/effects/treasury/keepers/actWords"
import type { ActView } from "~/effects/treasury/keepers/views"
import { titleOf } from "./act-words"

type Props = { readonly acts: ReadonlyArray<ActView>; readonly now: number }

const endOf = ({ problem, signers, state }: ActView): string => {
  if (state === "committed") return `Done by ${signers.join(" and ")}.`
  if (state === "withdrawn") return "Taken back. Nothing moved."
  return `Failed on the ledger; nothing moved. ${problem ?? ""}`
}

/** Everything that is over, and what came of it. */
export function ActHistory({ acts, now }: Props) {
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">History</h2>
      {acts.length === 0 ? (
        <p className="muted">Nothing was decided yet.</p>
      ) : (
        <ul className="entries">
          {acts.map((act) => (
            <li key={act.id} id={`act-${act.number}`}>
              <p>
                <b>
                  {actName(act)}: {titleOf(act)}
                </b>
              </p>
              <p>{act.payload.reason}</p>
              <p className="small muted">
                <TimePair at={act.decidedAt ?? act.createdAt} now={now} short />. {endOf(act)}{" "}
                {act.txId !== null && <LedgerAddress kind="transaction" address={act.txId} />}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
