import { Form, Link } from "@remix-run/react"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { TimePair } from "~/components/base/parts/time-pair"
import { noVoteWords } from "~/effects/treasury/distributions/voteRule"
import { actName, titleOf } from "~/effects/treasury/keepers/actWords"
import { checkHref, closedWords, nothingMoved } from "~/effects/treasury/keepers/ends"
import type { ActView } from "~/effects/treasury/keepers/views"
import { nameOf } from "./names"

type Props = {
  readonly acts: ReadonlyArray<ActView>
  readonly now: number
  /** The reader keeps: what was carried out otherwise can be looked at again. */
  readonly keeps?: boolean
}

const endOf = (act: ActView, now: number): string => {
  const { closedAs, problem, signers, state } = act
  const late =
    closedAs === null ? "" : ` It ${closedWords[closedAs]} here; somebody else submitted it with all signatures.`
  if (state === "committed") return `Done by ${signers.join(" and ")}.${late}`
  if (state === "mismatch") {
    return `Carried out by ${signers.join(" and ")}, and otherwise than proposed: ${problem ?? ""}${late} Look at the transaction before anything is paid in its place.`
  }
  const nothing = nothingMoved(act, now)
  if (state === "withdrawn") return `Taken back. ${nothing}`
  if (state === "refused") return `Refused. ${problem ?? ""} ${nothing}`
  if (state === "expired") return `Expired before all had signed here. ${nothing}`
  if (state === "void") return `Ended. ${problem ?? ""} ${nothing}`
  return `Not carried out before its end. ${problem ?? ""} ${nothing}`
}

/** Everything that is over, and what came of it. */
export function ActHistory({ acts, keeps = false, now }: Props) {
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
              <p>
                {act.payload.reason}
                {act.payload.kind === "payment" &&
                  (act.payload.vote === null || act.payload.noVote !== null) &&
                  ` (${noVoteWords(act.payload.noVote)})`}
              </p>
              <p className="small muted">
                <TimePair at={act.decidedAt ?? act.createdAt} now={now} short />. {endOf(act, now)}{" "}
                {act.txId !== null && (
                  <>
                    <LedgerAddress kind="transaction" address={act.txId} />{" "}
                    {act.code !== null && <Link to={checkHref(act.txId)}>Check who signed</Link>}
                  </>
                )}
                {act.code !== null && (
                  <>
                    {" "}
                    Code <span className="digest">{act.code}</span>
                  </>
                )}
              </p>
              {act.approvals
                .filter(({ reason }) => reason !== null)
                .map(({ at, reason, seat }) => (
                  <div className="say" key={seat.id}>
                    <p className="meta">
                      <b>{nameOf(seat)}</b>
                      <span>Refused {at !== null && <TimePair at={at} now={now} short />}</span>
                    </p>
                    <p>{reason}</p>
                  </div>
                ))}
              {keeps && act.state === "mismatch" && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="act" value={act.id} />
                  <button className="button" type="submit" name="intent" value="look-again">
                    Look at the ledger again
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
