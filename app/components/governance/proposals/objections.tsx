import { PlainField } from "~/components/base/forms/plain-field"
import { Block } from "~/components/base/parts/block"
import { nameOf } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import { type PageReply, replyAbout, typed } from "~/effects/base/remix/PageReply"
import type { ObjectionView, ProposalView } from "~/effects/governance/proposals/views"
import { MOST_OBJECTIONS } from "~/effects/governance/votes/proposal/voteTypes"
import { SmallForm } from "./small-form"

type Props = {
  readonly proposal: ProposalView
  readonly path: string
  readonly reply?: PageReply | undefined
  readonly now: number
}

/** The objections that stand in a vote by consent, each with its answer, and with a form for the author. */
export function Objections({ now, path, proposal, reply }: Props) {
  const { objections, rights, voteType } = proposal
  if (voteType !== "consent" || proposal.snapshot === null) return null
  return (
    <Block id="objections" title="Objections">
      {objections.length === 0 ? (
        <p className="muted">No objection stands.</p>
      ) : (
        <ol className="entries">
          {objections.map((objection) => (
            <li key={objection.seq}>
              <p className="meta">
                <span>{nameOf(objection.voter)}</span>
                <TimePair at={objection.at} now={now} short />
              </p>
              <p className="preserve-lines">{objection.reason}</p>
              <Answer objection={objection} now={now} />
              {rights.answer && <AnswerForm objection={objection} path={path} reply={reply} />}
            </li>
          ))}
        </ol>
      )}
      {objections.length >= MOST_OBJECTIONS && (
        <p className="small muted">These are the first {MOST_OBJECTIONS}. The ballot file contains all of them.</p>
      )}
    </Block>
  )
}

function Answer({ now, objection: { answer } }: { readonly objection: ObjectionView; readonly now: number }) {
  if (answer === null) return <p className="small muted">The author has not answered yet.</p>
  return (
    <p className="preserve-lines">
      <b>Answer from the author</b> (<TimePair at={answer.at} now={now} short />
      ): {answer.text}
    </p>
  )
}

type FormProps = Pick<Props, "path" | "reply"> & { readonly objection: ObjectionView }

function AnswerForm({ objection: { answer, seq, voter }, path, reply }: FormProps) {
  const mine = replyAbout(reply, "answer", { seq: String(seq) })
  return (
    <details className="disclosure no-print" open={mine !== undefined || undefined}>
      <summary>
        {answer === null ? "Answer" : "Change the answer"}
        <span className="visually-hidden"> to {nameOf(voter)}</span>
      </summary>
      <SmallForm intent="answer" word="Publish the answer" path={path} reply={mine}>
        <input type="hidden" name="seq" value={seq} />
        <PlainField
          name="answer"
          label="Your answer"
          hint="At most 2,000 characters. Everybody can read it, and the voter is notified."
          maxLength={2000}
          rows={3}
          value={typed(mine, "answer", answer?.text ?? "")}
          reply={mine}
        />
      </SmallForm>
    </details>
  )
}
