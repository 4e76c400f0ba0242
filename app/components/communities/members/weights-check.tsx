import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { endOf } from "~/components/base/lists/list-words"
import { ReadingFacts } from "~/components/base/lists/reading-facts"
import { ListProblems } from "~/components/base/lists/reading-sections"
import { Block } from "~/components/base/parts/block"
import { TimePair } from "~/components/base/parts/time-pair"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import type { WeightsView } from "~/effects/communities/members/page"
import type { CheckedWeight } from "~/effects/communities/members/weightList"
import { nameOf } from "./person"
import { weightWords } from "./weights-read"

type Draft = NonNullable<WeightsView["draft"]>
type Checked = NonNullable<WeightsView["checked"]>
type Props = {
  readonly draft: Draft
  /** Null while the owner has to decide how the list is read. */
  readonly checked: Checked | null
  readonly isOwner: boolean
  readonly formKey: string
  readonly now: number
  readonly reply: PageReply | undefined
}

/** A list of weights before it is set, for the owner and for moderators who check it. */
export function CheckWeights({ checked, draft, formKey, isOwner, now, reply }: Props) {
  const { reading, username } = draft
  return (
    <>
      <ReplyNotice reply={reply} />
      <header className="stack" data-gap="s">
        <p className="eyebrow">
          {reading.file ?? "Pasted list"} · {counted(draft.count, "row")} · read by{" "}
          {nameOf({ account: draft.account, username })} <TimePair at={draft.createdAt} now={now} short />
        </p>
        <p className="list-question">{changesText(checked)}</p>
        <p className="muted">
          Nothing is set yet. The list is stored for 7 days. Open votes keep the weights that they began with.
        </p>
      </header>
      {checked === null && <ListProblems problems={draft.problems} remedy="To be fixed in the list." />}
      {checked !== null && checked.wrongCount > 0 && <WrongLines checked={checked} />}
      {checked !== null && checked.changesCount > 0 && <Changes checked={checked} />}
      <Block
        id="reading"
        title="How the list was read"
        more={
          isOwner ? (
            <Link className="small" to="?tab=weights&read=1">
              Read it in another way
            </Link>
          ) : undefined
        }
      >
        <ReadingFacts
          reading={reading}
          words={weightWords}
          noun="Weight"
          total={checked === null ? undefined : grouped(checked.total)}
        />
      </Block>
      {isOwner ? (
        <SetForm draft={draft} checked={checked} formKey={formKey} />
      ) : (
        <p className="muted">Only the owner can set these weights.</p>
      )}
    </>
  )
}

const changesText = (checked: Checked | null): string => {
  if (checked === null) return "The owner still has to say how this list is read."
  const { changesCount, sameCount, wrongCount } = checked
  if (wrongCount > 0) return `${counted(wrongCount, "line has an error", "lines have errors")}: nothing can be set.`
  const same = sameCount === 0 ? "" : ` ${counted(sameCount, "member keeps", "members keep")} theirs.`
  if (changesCount === 0) return "All these members already have these weights."
  return `${counted(changesCount, "weight changes", "weights change")}.${same}`
}

function Member({ account, name }: Pick<CheckedWeight, "account" | "name">) {
  return (
    <span>
      {name === null ? "" : <b>{name} </b>}
      <span className="address" title={account}>
        {endOf(account)}
      </span>
    </span>
  )
}

function WrongLines({ checked: { wrong, wrongCount } }: { readonly checked: Checked }) {
  return (
    <Block id="wrong-lines" title="Lines with errors">
      <div className="scroll">
        <table className="table" data-cards>
          <caption className="visually-hidden">Lines of the list with errors</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Member</th>
              <th scope="col" className="num">
                Weight
              </th>
              <th scope="col">Error</th>
            </tr>
          </thead>
          <tbody>
            {wrong.map(({ account, error, line, name, written }) => (
              <tr key={line}>
                <th scope="row" data-label="Line">
                  {line}
                </th>
                <td data-label="Member">
                  <Member account={account} name={name} />
                </td>
                <td data-label="Weight" className="num">
                  {written}
                </td>
                <td data-label="Error">{error}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {wrongCount > wrong.length && <p className="small muted">The first {wrong.length} of them are shown.</p>}
    </Block>
  )
}

function Changes({ checked: { changes, changesCount, next } }: { readonly checked: Checked }) {
  return (
    <Block id="changes" title="Changes">
      <div className="scroll">
        <table className="table" data-cards>
          <caption className="visually-hidden">Weights that change</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Member</th>
              <th scope="col" className="num">
                Now
              </th>
              <th scope="col" className="num">
                New weight
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ account, before, line, name, weight }) => (
              <tr key={line}>
                <td data-label="Line">{line}</td>
                <th scope="row" data-label="Member">
                  <Member account={account} name={name} />
                </th>
                <td data-label="Now" className="num">
                  {grouped(before ?? 0)}
                </td>
                <td data-label="New weight" className="num">
                  {grouped(weight ?? 0)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changesCount > changes.length && (
        <p className="row small">
          <span className="muted">
            {changes.length} of {counted(changesCount, "change")}
          </span>
          {next === null ? (
            <Link to="?tab=weights" preventScrollReset>
              First changes
            </Link>
          ) : (
            <Link to={`?tab=weights&after=${next}`} preventScrollReset>
              Next changes
            </Link>
          )}
        </p>
      )}
    </Block>
  )
}

function SetForm({ checked, draft, formKey }: Pick<Props, "checked" | "draft" | "formKey">) {
  const intent = useNavigation().formData?.get("intent")
  const isReady = checked !== null && checked.wrongCount === 0 && checked.changesCount > 0
  return (
    <Form className="row" method="post" action="?tab=weights" preventScrollReset>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="seen" value={draft.seen} />
      {isReady && (
        <BusyButton
          className="button"
          data-kind="primary"
          type="submit"
          name="intent"
          value="set-weights"
          isBusy={intent === "set-weights"}
        >
          Set {counted(checked.changesCount, "weight")}
        </BusyButton>
      )}
      <BusyButton
        className="button"
        type="submit"
        name="intent"
        value="discard-weights"
        isBusy={intent === "discard-weights"}
      >
        Discard the list
      </BusyButton>
    </Form>
  )
}
