import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/payouts/views"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

/** Lines that cannot be paid, each with its reason and fields to fix it in place. */
export function MendTable({ page: { run, wrong }, reply }: Props) {
  const isSending = useNavigation().formMethod === "POST"
  if (run.rowsWrong === 0) return null
  const hasDuplicates = wrong.some(({ error }) => error?.startsWith("Same account") === true)
  return (
    <Form className="stack" method="post" noValidate preventScrollReset key={run.version}>
      <input type="hidden" name="version" value={run.version} />
      <Notice tone="bad">
        <p>
          <b>{run.rowsWrong === 1 ? "1 line has an error." : `${run.rowsWrong} lines have errors.`}</b> Fix them here,
          or leave them out.
        </p>
        <p className="row">
          {hasDuplicates && (
            <>
              <Quick intent="add-up" word="Add up duplicates" isBusy={isSending} />
              <Quick intent="drop-later" word="Remove later duplicates" isBusy={isSending} />
            </>
          )}
          <Quick intent="exclude-wrong" word="Exclude all with errors" isBusy={isSending} />
        </p>
      </Notice>
      <div className="scroll">
        <table className="table" data-cards>
          <caption className="visually-hidden">Lines with errors</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Account</th>
              <th scope="col">Amount, {run.symbol}</th>
              <th scope="col">Error</th>
              <th scope="col">Leave out</th>
            </tr>
          </thead>
          <tbody>
            {wrong.map((row) => (
              <MendRow key={row.line} row={row} symbol={run.symbol} reply={reply} />
            ))}
          </tbody>
        </table>
      </div>
      {run.rowsWrong > wrong.length && (
        <p className="small muted">
          {counted(run.rowsWrong - wrong.length, "more line")} with errors{" "}
          {run.rowsWrong - wrong.length === 1 ? "follows" : "follow"} after these.
        </p>
      )}
      <div className="row">
        <BusyButton className="button" type="submit" name="intent" value="mend" isBusy={isSending}>
          {isSending ? "Checking…" : "Check again"}
        </BusyButton>
      </div>
    </Form>
  )
}

interface MendRowProps {
  readonly row: RunPage["wrong"][number]
  readonly symbol: string
  readonly reply: PageReply | undefined
}

function MendRow({ reply, row: { account, amount, error, line }, symbol }: MendRowProps) {
  return (
    <tr data-state="error">
      <th scope="row" data-label="Line">
        {line}
      </th>
      <td data-label="Account">
        <input
          className="input"
          name={`account-${line}`}
          defaultValue={typed(reply, `account-${line}`, account)}
          aria-label={`Account of line ${line}`}
          spellCheck={false}
        />
      </td>
      <td data-label={`Amount, ${symbol}`}>
        <input
          className="input"
          name={`amount-${line}`}
          defaultValue={typed(reply, `amount-${line}`, amount)}
          aria-label={`Amount of line ${line}`}
          inputMode="decimal"
        />
      </td>
      <td data-label="Reason">
        <span className="state-line" data-tone="bad">
          <Icon name="alert" />
          {error}
        </span>
      </td>
      <td data-label="Leave out">
        <label className="check">
          <input type="checkbox" name="exclude" value={line} />
          <span className="visually-hidden">Leave line {line} out</span>
        </label>
      </td>
    </tr>
  )
}

function Quick({ intent, isBusy, word }: { readonly intent: string; readonly word: string; readonly isBusy: boolean }) {
  return (
    <BusyButton className="button" data-size="s" type="submit" name="intent" value={intent} isBusy={isBusy}>
      {word}
    </BusyButton>
  )
}
