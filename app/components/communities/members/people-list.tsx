import { Form, Link, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { Notice } from "~/components/base/parts/notice"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import type { PeopleView } from "~/effects/communities/members/page"
import { Refusal, ReplyField } from "./reply-field"

type Props = {
  readonly people: PeopleView | null
  readonly formKey: string
  /** Why nobody can be invited now; null if one can. */
  readonly obstacle: string | null
  readonly reply: PageReply | undefined
}

const ACTION = "?tab=invitations&list=1"

/** A list as it was read: what is unclear, who has not joined, and whom to invite. */
export function PeopleList({ formKey, obstacle, people, reply }: Props) {
  if (people === null) {
    return (
      <NothingYet>
        <p>
          There is no list. Lists are stored for a day. <Link to="?tab=invitations">Bring one again.</Link>
        </p>
      </NothingYet>
    )
  }
  return (
    <div className="columns">
      <div className="stack" data-gap="l">
        {people.question === null ? (
          <Compared people={people} />
        ) : (
          <p className="status-line">{people.question.message}</p>
        )}
        <HowRead people={people} formKey={formKey} reply={replyTo(reply, "decide-people")} />
      </div>
      <div className="stack" data-gap="l">
        {people.question === null && (
          <InviteThem people={people} formKey={formKey} obstacle={obstacle} reply={replyTo(reply, "invite-people")} />
        )}
        <Form method="post" action={ACTION}>
          <button className="button" type="submit" name="intent" value="discard-people">
            Discard the list
          </button>
        </Form>
      </div>
    </div>
  )
}

const byWords = { invitation: "by an invitation", name: "a member has this name", account: "by account" } as const
const stateWords = { new: "Not invited", invited: "Invited", declined: "Wants no invitations" } as const

function Compared({
  people: { absent, counts, isAbsentCut, joined, wrong, wrongCount }
}: {
  readonly people: PeopleView
}) {
  const many = counts.fresh + counts.invited + counts.declined
  return (
    <>
      <p className="status-line">
        {many === 0
          ? "Everybody on your list has joined."
          : `${counted(many, "person", "people")} of your list ${many === 1 ? "has" : "have"} not joined.`}
      </p>
      {absent.length > 0 && (
        <div className="scroll">
          <table className="table" data-cards>
            <caption className="visually-hidden">People of the list who have not joined</caption>
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col">E-mail</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {absent.map(({ email, line, name, state }) => (
                <tr key={line}>
                  <th scope="row">{name === "" ? `Line ${line}` : name}</th>
                  <td data-label="E-mail" className="people__email">
                    {email}
                  </td>
                  <td data-label="State">{state in stateWords ? stateWords[state as keyof typeof stateWords] : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {isAbsentCut && <p className="small muted">The first {grouped(absent.length)} of them are shown.</p>}
        </div>
      )}
      {joined.length > 0 && (
        <details>
          <summary>{counts.joined === 1 ? "1 has joined" : `${grouped(counts.joined)} have joined`}</summary>
          <ul className="entries">
            {joined.map(({ by, email, name }) => (
              <li key={email}>
                {name === "" ? email : name}
                {by !== null && <span className="muted">, {byWords[by]}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {wrongCount > 0 && (
        <Notice tone="warn">
          <p>{counted(wrongCount, "line is", "lines are")} left out:</p>
          <ul>
            {wrong.map(({ line, problem }) => (
              <li key={line}>
                Line {line}: {problem}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

type PartProps = {
  readonly people: PeopleView
  readonly formKey: string
  readonly reply: PageReply | undefined
}

function InviteThem({ formKey, obstacle, people, reply }: PartProps & Pick<Props, "obstacle">) {
  const isSending = useNavigation().formData?.get("intent") === "invite-people"
  const { fresh } = people.counts
  const many = Math.min(fresh, people.room)
  if (fresh === 0) return <p className="muted">Nobody on this list is left to invite.</p>
  return (
    <section className="block" aria-labelledby="invite-people">
      <div className="block__head">
        <h2 className="h3" id="invite-people">
          Invite {counted(fresh, "person", "people")}
        </h2>
      </div>
      {obstacle === null ? (
        <Form className="stack" method="post" action={ACTION} noValidate>
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="seen" value={people.seen} />
          <p>
            Each person gets an e-mail with a link of their own, which admits one person: the first to use it. They do
            not see who else is invited.
          </p>
          {many < fresh && (
            <p>
              {many === 0
                ? "As many invitations as possible were sent in the last 24 hours. Come back tomorrow; the list is stored for a day."
                : `${counted(many, "e-mail")} can be sent now: the first of the list. Send the others tomorrow.`}
            </p>
          )}
          <ReplyField
            label="For how many days"
            name="days"
            stored="14"
            hint="1 to 30"
            inputMode="numeric"
            maxLength={2}
            reply={reply}
          />
          <FieldError id="invite-people-error" message={reply?.fields.list} />
          <Refusal reply={reply} />
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="invite-people"
            isBusy={isSending}
          >
            {isSending ? "Sending…" : `Invite ${counted(many === 0 ? fresh : many, "person", "people")}`}
          </BusyButton>
        </Form>
      ) : (
        <p className="muted">{obstacle}</p>
      )}
    </section>
  )
}

/** Headings, columns and letters, to be corrected. */
function HowRead({ formKey, people, reply }: PartProps) {
  const { asksLetters, columns, file, hasRightLetters, headers, letters, options, question } = people
  const form = (
    <Form className="stack" method="post" action={ACTION} preventScrollReset noValidate>
      <input type="hidden" name="key" value={formKey} />
      <Choice label="Headings" name="header" stored={columns.header} reply={reply}>
        <option value="0">The list has no headings</option>
        {headers.map(({ line, text }) => (
          <option key={line} value={line}>
            Line {line}: {text}
          </option>
        ))}
      </Choice>
      <Choice label="E-mail addresses" name="email" stored={columns.email} reply={reply}>
        <option value="-1">Choose a column</option>
        <Columns options={options} />
      </Choice>
      <Choice label="Names" name="name" stored={columns.name} reply={reply}>
        <option value="-1">The list has no names</option>
        <Columns options={options} />
      </Choice>
      {asksLetters && (
        <div className="field">
          <ul>
            {letters.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <label className="check">
            <input type="checkbox" name="letters" value="right" defaultChecked={hasRightLetters} />
            These letters are right
          </label>
        </div>
      )}
      <button className="button" type="submit" name="intent" value="decide-people">
        Read again
      </button>
    </Form>
  )
  return (
    <details open={question !== null || reply !== undefined}>
      <summary>How {file === null ? "the pasted list" : file} was read</summary>
      {form}
    </details>
  )
}

function Columns({ options }: Pick<PeopleView, "options">) {
  return options.map((label, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
    <option key={at} value={at}>
      {label}
    </option>
  ))
}

type ChoiceProps = {
  readonly label: string
  readonly name: string
  readonly stored: number
  readonly reply: PageReply | undefined
  readonly children: ReactNode
}

function Choice({ children, label, name, reply, stored }: ChoiceProps) {
  const error = reply?.fields[name]
  return (
    <div className="field">
      <label htmlFor={`people-${name}`}>{label}</label>
      <select
        className="input"
        id={`people-${name}`}
        name={name}
        key={stored}
        defaultValue={typed(reply, name, String(stored))}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `people-${name}-error`}
      >
        {children}
      </select>
      <FieldError id={`people-${name}-error`} message={error} />
    </div>
  )
}
