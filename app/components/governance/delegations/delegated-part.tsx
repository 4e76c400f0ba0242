import { Form, Link } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { Block } from "~/components/base/parts/block"
import { nameOf } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import type { DelegationsPage, DelegationView } from "~/effects/governance/delegations/views"
import { kindsInWords } from "~/effects/governance/delegations/words"
import type { DelegatedVoteLine } from "~/effects/governance/votes/delegated/DelegatedVoteLine"
import { TurnList } from "./turn-list"

/** Moves the focus to the table after a new delegation, because the form that had it was replaced. */
function useNewest(delegated: ReadonlyArray<DelegationView>) {
  const table = useRef<HTMLTableElement>(null)
  const known = useRef(delegated.length)
  useEffect(() => {
    if (delegated.length > known.current) table.current?.focus()
    known.current = delegated.length
  }, [delegated])
  return table
}

/** One's own delegations, and how they were used. */
export function DelegatedPart({ page }: { readonly page: DelegationsPage }) {
  const { done, isUnable, delegated, now } = page
  const newest = useNewest(delegated)
  if (delegated.length === 0 && done.lines.length === 0 && page.turned !== "done") return null
  return (
    <>
      <Block id="lent" title="Your delegations">
        {isUnable && (
          <p>
            You are suspended here, or no longer a member. Ballots that your delegates cast meanwhile do not count your
            vote; ballots they cast before still do.
          </p>
        )}
        {delegated.length === 0 ? (
          <p className="muted">You have no delegations now.</p>
        ) : (
          <table className="table" data-cards tabIndex={-1} ref={newest}>
            <caption className="visually-hidden">Your delegations</caption>
            <thead>
              <tr>
                <th scope="col">To</th>
                <th scope="col">For</th>
                <th scope="col">Until</th>
                <th scope="col">Revoke</th>
              </tr>
            </thead>
            <tbody>
              {delegated.map((loan) => (
                <DelegatedRow key={loan.digest} loan={loan} now={now} />
              ))}
            </tbody>
          </table>
        )}
      </Block>
      {(done.lines.length > 0 || page.turned === "done") && (
        <Block id="done" title="How it was used">
          <RecordTable lines={done.lines} now={now} isDelegator />
          <TurnList page={page} list="done" next={done.next} />
        </Block>
      )}
    </>
  )
}

function DelegatedRow({ loan, now }: { readonly loan: DelegationView; readonly now: number }) {
  return (
    <tr>
      <th scope="row" data-head>
        {nameOf(loan.delegate)}
        {loan.isSuspended && (
          <p className="small">
            Suspended on this site and cannot vote now, so your vote is not counted. Vote yourself, or revoke the
            delegation.
          </p>
        )}
      </th>
      <td data-label="For">{kindsInWords(loan.kinds)}</td>
      <td data-label="Until" className="nowrap">
        <TimePair at={loan.untilAt} now={now} short />
      </td>
      <td data-label="Revoke">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="digest" value={loan.digest} />
          <button className="button" data-size="s" type="submit">
            Revoke<span className="visually-hidden"> delegation to {nameOf(loan.delegate)}</span>
          </button>
        </Form>
      </td>
    </tr>
  )
}

const pathOf = ({ communityId, number }: DelegatedVoteLine) => `/community/detail/${communityId}/proposals?p=${number}`

type RecordProps = {
  readonly lines: ReadonlyArray<DelegatedVoteLine>
  readonly now: number
  /** True for the delegator's view; otherwise the delegate's. */
  readonly isDelegator?: boolean
}

/** Votes in which a delegation was counted or could have been, newest first. */
export function RecordTable({ isDelegator = false, lines, now }: RecordProps) {
  if (lines.length === 0) return <p className="muted">There are no earlier votes.</p>
  return (
    <table className="table" data-cards>
      <caption className="visually-hidden">
        {isDelegator ? "Votes with your delegations" : "Votes with delegations to you"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Proposal</th>
          <th scope="col">{isDelegator ? "Delegate" : "Delegator"}</th>
          <th scope="col">{isDelegator ? "Their ballot" : "Your ballot"}</th>
          <th scope="col">What happened</th>
          <th scope="col">Vote</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.proposal} ${line.delegator.account}`}>
            <th scope="row" data-head>
              <Link to={pathOf(line)}>
                No. {line.number} · {line.title}
              </Link>
            </th>
            <td data-label={isDelegator ? "Delegate" : "Delegator"}>
              {nameOf(isDelegator ? line.delegate : line.delegator)}
            </td>
            <td data-label="Ballot">{ballotWords(line)}</td>
            <td data-label="What happened">{happened(line, isDelegator)}</td>
            <td data-label="Vote">
              {line.isOpen ? (
                <>
                  Open until <TimePair at={line.closesAt} now={now} short />
                  {isDelegator && line.use !== "own" && (
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

const ballotWords = ({ choice, isOpen, resultsVisibility, votedAt }: DelegatedVoteLine): string => {
  if (votedAt === null) return isOpen ? "Not voted yet" : "Did not vote"
  if (choice !== null) return choice
  if (resultsVisibility === "sealed") return isOpen ? "Voted; sealed until it is opened" : "Voted; not opened"
  return resultsVisibility === "afterVote"
    ? "Voted; shown after the close, or after you vote"
    : "Voted; shown after the close"
}

const happened = ({ hasLimit, isOpen, use }: DelegatedVoteLine, isDelegator: boolean): string => {
  if (use === "own") return isDelegator ? "You voted yourself" : "They voted themselves"
  if (use === "excluded") {
    return isDelegator
      ? "Not counted: you were suspended or had left when they voted"
      : "Not counted: they were suspended or had left when you voted"
  }
  if (use === "used" && isOpen) return "Will be counted if nothing changes"
  if (use === "used") return hasLimit ? "Counted, up to the limit" : "Counted"
  return isOpen ? "Not counted yet" : "Not used"
}
