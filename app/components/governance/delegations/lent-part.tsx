import { Form, Link } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { Block } from "~/components/base/parts/block"
import { nameOf } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import type { LendingPage, LoanView } from "~/effects/governance/delegations/views"
import { kindsInWords } from "~/effects/governance/delegations/words"
import type { LentVoteLine } from "~/effects/governance/votes/lent/LentVoteLine"
import { TurnList } from "./turn-list"

/** The form that lent it has become another one: who stood in it stands at what it led to. */
function useNewest(lent: ReadonlyArray<LoanView>) {
  const table = useRef<HTMLTableElement>(null)
  const known = useRef(lent.length)
  useEffect(() => {
    if (lent.length > known.current) table.current?.focus()
    known.current = lent.length
  }, [lent])
  return table
}

/** What one lends, and what was done with it. */
export function LentPart({ page }: { readonly page: LendingPage }) {
  const { done, isUnable, lent, now } = page
  const newest = useNewest(lent)
  if (lent.length === 0 && done.lines.length === 0 && page.turned !== "done") return null
  return (
    <>
      <Block id="lent" title="What you lend">
        {isUnable && (
          <p>
            You are suspended here, or no longer a member. Ballots that your delegates cast meanwhile do not count your
            vote; what they cast before counts as it was.
          </p>
        )}
        {lent.length === 0 ? (
          <p className="muted">You lend nothing now.</p>
        ) : (
          <table className="table" data-cards tabIndex={-1} ref={newest}>
            <caption className="visually-hidden">What you lend</caption>
            <thead>
              <tr>
                <th scope="col">To</th>
                <th scope="col">For</th>
                <th scope="col">Until</th>
                <th scope="col">Take back</th>
              </tr>
            </thead>
            <tbody>
              {lent.map((loan) => (
                <LentRow key={loan.digest} loan={loan} now={now} />
              ))}
            </tbody>
          </table>
        )}
      </Block>
      {(done.lines.length > 0 || page.turned === "done") && (
        <Block id="done" title="What was done with it">
          <RecordTable lines={done.lines} now={now} isLender />
          <TurnList page={page} list="done" next={done.next} />
        </Block>
      )}
    </>
  )
}

function LentRow({ loan, now }: { readonly loan: LoanView; readonly now: number }) {
  return (
    <tr>
      <th scope="row" data-head>
        {nameOf(loan.delegate)}
        {loan.isSuspended && (
          <p className="small">
            Suspended on this site: casts no votes now, so yours counts with nobody's. Vote yourself, or take it back.
          </p>
        )}
      </th>
      <td data-label="For">{kindsInWords(loan.kinds)}</td>
      <td data-label="Until" className="nowrap">
        <TimePair at={loan.untilAt} now={now} short />
      </td>
      <td data-label="Take back">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="digest" value={loan.digest} />
          <button className="button" data-size="s" type="submit">
            Take back<span className="visually-hidden"> from {nameOf(loan.delegate)}</span>
          </button>
        </Form>
      </td>
    </tr>
  )
}

const pathOf = ({ communityId, number }: LentVoteLine) => `/community/detail/${communityId}/proposals?p=${number}`

type RecordProps = {
  readonly lines: ReadonlyArray<LentVoteLine>
  readonly now: number
  /** Of the lender; else of whom it was lent to. */
  readonly isLender?: boolean
}

/** Votes in which something was lent, newest first. */
export function RecordTable({ isLender = false, lines, now }: RecordProps) {
  if (lines.length === 0) return <p className="muted">There are no earlier votes.</p>
  return (
    <table className="table" data-cards>
      <caption className="visually-hidden">
        {isLender ? "Votes in which your vote was lent" : "Votes with what was lent to you"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Proposal</th>
          <th scope="col">{isLender ? "Lent to" : "Lent by"}</th>
          <th scope="col">{isLender ? "Their ballot" : "Your ballot"}</th>
          <th scope="col">What happened</th>
          <th scope="col">Vote</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.proposal} ${line.lender.account}`}>
            <th scope="row" data-head>
              <Link to={pathOf(line)}>
                No. {line.number} · {line.title}
              </Link>
            </th>
            <td data-label={isLender ? "Lent to" : "Lent by"}>{nameOf(isLender ? line.delegate : line.lender)}</td>
            <td data-label="Ballot">{ballotWords(line)}</td>
            <td data-label="What happened">{happened(line, isLender)}</td>
            <td data-label="Vote">
              {line.isOpen ? (
                <>
                  Open until <TimePair at={line.closesAt} now={now} short />
                  {isLender && line.use !== "own" && (
                    <>
                      {" "}
                      <Link to={pathOf(line)}>
                        Vote yourself<span className="visually-hidden"> on No. {line.number}</span>
                      </Link>
                    </>
                  )}
                </>
              ) : (
                "Closed"
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ballotWords = ({ choice, isOpen, resultsVisibility, votedAt }: LentVoteLine): string => {
  if (votedAt === null) return isOpen ? "Not voted yet" : "Did not vote"
  if (choice !== null) return choice
  if (resultsVisibility === "sealed") return isOpen ? "Voted; sealed until it is opened" : "Voted; not opened"
  return resultsVisibility === "afterVote"
    ? "Voted; shown after the close, or after you vote"
    : "Voted; shown after the close"
}

const happened = ({ hasLimit, isOpen, use }: LentVoteLine, isLender: boolean): string => {
  if (use === "own") return isLender ? "You voted yourself" : "They voted themselves"
  if (use === "excluded") {
    return isLender
      ? "Not counted: you were suspended or had left when they voted"
      : "Not counted: they were suspended or had left when you voted"
  }
  if (use === "used" && isOpen) return "Counts with it, if nothing changes"
  if (use === "used") return hasLimit ? "Counted with it, up to the limit" : "Counted with it"
  return isOpen ? "Counts for nobody yet" : "Not used"
}
