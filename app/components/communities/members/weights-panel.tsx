import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ListFile } from "~/components/base/lists/list-file"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { MembersPage } from "~/effects/communities/members/page"
import { membersHref } from "~/effects/communities/members/query"

type Props = { readonly path: string; readonly page: MembersPage; readonly reply: PageReply | undefined }

/** A little below what a page's form may have (docs/operations/limits.md). */
const MOST = { bytes: 500_000, message: "The list is larger than 500 KB. Split it." }

/** Sets many weights from a list, all or none; names each wrong line. */
export function WeightsPanel({ page: { formKey, query }, path, reply }: Props) {
  const isSending = useNavigation().formData?.get("intent") === "weight-list"
  const refused = replyTo(reply, "weight-list")
  const wrong = Object.entries(refused?.fields ?? {})
  return (
    <section className="block narrow" aria-labelledby="weight-list">
      <div className="block__head">
        <h2 className="h3" id="weight-list">
          Weights from a list
        </h2>
      </div>
      <Form
        className="stack"
        method="post"
        action={membersHref(path, query)}
        encType="multipart/form-data"
        preventScrollReset
        noValidate
      >
        <input type="hidden" name="key" value={formKey} />
        {refused !== undefined && !refused.ok && <WrongLines message={refused.message} wrong={wrong} />}
        <div className="field">
          <label htmlFor="weights-csv">List</label>
          <textarea
            className="input"
            data-lay="csv"
            id="weights-csv"
            name="csv"
            rows={10}
            spellCheck={false}
            placeholder="account,weight"
            aria-describedby="weights-hint"
            aria-invalid={wrong.length > 0 || undefined}
            defaultValue={typed(refused, "csv")}
            key={typed(refused, "csv")}
          />
          <span className="field__hint" id="weights-hint">
            One line for each member: the account address, a comma, a whole number from 0 to 1,000. Other columns need a
            first line with headings. Members that are not in the list keep their weight. Templates:{" "}
            <a href="/templates/weight-list.csv" download>
              CSV
            </a>
            ,{" "}
            <a href="/templates/weight-list.xlsx" download>
              .xlsx
            </a>
          </span>
        </div>
        <ListFile label="Or a file: CSV or .xlsx, at most 500 KB" most={MOST} />
        <BusyButton
          className="button"
          data-kind="primary"
          type="submit"
          name="intent"
          value="weight-list"
          isBusy={isSending}
        >
          {isSending ? "Sending…" : "Set the weights"}
        </BusyButton>
      </Form>
    </section>
  )
}

type WrongProps = {
  readonly message: string
  /** Errors of lines, by the line's name in the reply. */
  readonly wrong: ReadonlyArray<readonly [line: string, message: string]>
}

function WrongLines({ message: whole, wrong }: WrongProps) {
  return (
    <div className="summary-of-errors" role="alert">
      <p>
        <b>{whole}</b>
      </p>
      {wrong.length > 0 && (
        <ul className="csv-errors">
          {wrong.map(([line, message]) => (
            <li key={line}>
              {line.startsWith("line-") ? `Line ${line.slice("line-".length)}: ` : ""}
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
