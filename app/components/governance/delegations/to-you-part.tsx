import { Form } from "@remix-run/react"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { nameOf } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { DelegationsPage } from "~/effects/governance/delegations/views"
import { kindsInWords } from "~/effects/governance/delegations/words"
import { RecordTable } from "./delegated-part"
import { TurnList } from "./turn-list"

type Props = { readonly page: DelegationsPage; readonly reply: PageReply | undefined }

/** Delegations to this member, how they were used, and the member's statement as a delegate. */
export function ToYouPart({ page, reply }: Props) {
  const {
    now,
    own,
    toMe: { delegators, loans, next },
    used
  } = page
  return (
    <>
      <Block id="to-you" title="Votes delegated to you">
        {loans.length === 0 ? (
          <p className="muted">
            {page.turned === "from" ? "Nobody else delegates to you now." : "Nobody has delegated to you."}
          </p>
        ) : (
          <div className="stack">
            <p>
              {delegators === 1
                ? "One member delegates their vote to you."
                : `${delegators} members delegate their votes to you.`}{" "}
              It counts only where you vote; you cannot pass it on.
            </p>
            <table className="table" data-cards>
              <caption className="visually-hidden">Votes delegated to you</caption>
              <thead>
                <tr>
                  <th scope="col">From</th>
                  <th scope="col">For</th>
                  <th scope="col">Until</th>
                </tr>
              </thead>
              <tbody>
                {loans.map((loan) => (
                  <tr key={loan.digest}>
                    <th scope="row" data-head>
                      {nameOf(loan.delegator)}
                    </th>
                    <td data-label="For">{kindsInWords(loan.kinds)}</td>
                    <td data-label="Until" className="nowrap">
                      <TimePair at={loan.untilAt} now={now} short />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <TurnList page={page} list="from" next={next} />
      </Block>
      {(used.lines.length > 0 || page.turned === "used") && (
        <Block id="your-use" title="How you used them">
          <RecordTable lines={used.lines} now={now} />
          <TurnList page={page} list="used" next={used.next} />
        </Block>
      )}
      {page.obstacle === null && own !== null && (
        <Block id="statement" title="Your statement">
          <StatementForm key={own.statement} own={own} reply={reply?.intent === "say" ? reply : undefined} />
        </Block>
      )}
    </>
  )
}

function StatementForm({
  own,
  reply
}: {
  readonly own: NonNullable<DelegationsPage["own"]>
  readonly reply: PageReply | undefined
}) {
  const sent = reply?.ok === false ? reply.sent : undefined
  return (
    <Form className="stack" method="post" preventScrollReset>
      <ReplyNotice reply={reply} />
      <input type="hidden" name="intent" value="say" />
      <PlainField
        name="statement"
        label="What you vote for, and how"
        hint="Members read it before they delegate to you. At most 500 characters."
        rows={4}
        maxLength={500}
        value={typeof sent?.statement === "string" ? sent.statement : own.statement}
        reply={reply}
      />
      <label className="check">
        <input
          type="checkbox"
          name="accepts"
          defaultChecked={sent === undefined ? own.accepts : sent.accepts === "on"}
        />{" "}
        Others may delegate to me
      </label>
      <div className="row">
        <button className="button" type="submit">
          Save statement
        </button>
      </div>
    </Form>
  )
}
