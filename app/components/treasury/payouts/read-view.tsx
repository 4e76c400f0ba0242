import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { ListAsRead } from "~/components/base/lists/list-as-read"
import { sourceWords } from "~/components/base/lists/list-words"
import { LettersField, MarksFields } from "~/components/base/lists/marks-fields"
import { TestMoney } from "~/components/base/parts/test-money"
import { readable } from "~/effects/base/amounts/readable"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { ReadPage } from "~/effects/treasury/payouts/views"
import { payWords } from "./reading-part"
import { PaySteps } from "./steps"

type Props = { readonly page: ReadPage; readonly reply: PageReply | undefined }

/** How the list of a new payout was read. Nothing of it is ready before every question is answered. */
export function ReadView({ page, reply }: Props) {
  const { choices, list, problems, run } = page
  const { reading } = list
  const isSending = useNavigation().formMethod === "POST"
  return (
    <div className="stack" data-gap="l">
      <header className="stack" data-gap="s">
        <p className="eyebrow">
          Payout {run.number} · {reading.file ?? "pasted list"} · {counted(list.count, "row")}
        </p>
        <h1>{run.title}</h1>
      </header>
      <PaySteps now="Read" without={[]} />
      <Form className="stack" data-gap="l" method="post" noValidate key={run.version}>
        <ReplyNotice reply={reply} />
        <input type="hidden" name="version" value={run.version} />
        <section className="section" aria-labelledby="marks">
          <div className="section__head">
            <h2 id="marks">How are amounts written?</h2>
            <p>
              {list.unclear > 0
                ? "The list does not say which sign is the decimal point. One choice applies to the whole list."
                : "Every amount can be read in one way only."}
            </p>
          </div>
          <div className="section__body stack">
            {list.unclear > 0 && <p className="list-question">{questionWords(page)}</p>}
            <MarksFields list={list} choices={choices} unit={run.symbol} reply={reply} />
            {page.treasury !== null && (
              <p className="small muted">
                The treasury holds {readable(page.treasury)} {run.symbol}.
              </p>
            )}
          </div>
        </section>
        {reading.encoding === "windows-1252" && (
          <section className="section" aria-labelledby="letters">
            <div className="section__head">
              <h2 id="letters">Are these letters right?</h2>
              <p>
                The file does not say how its letters are written. If they are wrong, save it as CSV (UTF-8) or .xlsx.
              </p>
            </div>
            <div className="section__body">
              <LettersField list={list} reply={reply} />
            </div>
          </section>
        )}
        <section className="section" aria-labelledby="rows">
          <div className="section__head">
            <h2 id="rows">The first rows as read</h2>
            <p>Say what each column is. {sourceWords(reading)}.</p>
          </div>
          <div className="section__body stack">
            <ListAsRead
              list={list}
              words={payWords}
              reply={reply}
              nextHref={`?d=${run.number}&read=1&after=${list.next}`}
            />
            <div className="row">
              <BusyButton className="button" type="submit" name="intent" value="read-again" isBusy={isSending}>
                Show the rows again
              </BusyButton>
            </div>
          </div>
        </section>
        <section className="section" aria-labelledby="problems">
          <div className="section__head">
            <h2 id="problems">Problems</h2>
            <p>{problemWords(page)}</p>
          </div>
          <div className="section__body stack">
            <ul className="list-tally">
              {problems.map(({ count, isUnclear, lines, message }) => (
                <li key={message}>
                  <b data-tone={isUnclear ? "needs" : undefined}>{count}</b>
                  <div>
                    <p>
                      <b>{message}</b>
                    </p>
                    <p className="small muted">
                      {lines.length === 1 ? "Line" : "Lines"} {lines.join(", ")}
                      {count > lines.length ? ` and ${counted(count - lines.length, "more", "more")}` : ""}.{" "}
                      {isUnclear ? "Choose above." : "To be fixed or left out on the next page."}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
            {run.rowsTotal > 0 && (
              <p className="small muted">Reading the list again undoes what was fixed or left out since.</p>
            )}
            <div className="form-end">
              <BusyButton
                className="button"
                data-kind="quiet"
                type="submit"
                name="intent"
                value="stop"
                isBusy={isSending}
              >
                Discard
              </BusyButton>
              <BusyButton
                className="button"
                data-kind="primary"
                type="submit"
                name="intent"
                value="read-list"
                isBusy={isSending}
              >
                Check the list
              </BusyButton>
            </div>
            <p className="small muted">Nothing is sent from here.</p>
          </div>
        </section>
      </Form>
      <TestMoney />
    </div>
  )
}

/** How many amounts are unclear, and by how much the totals differ. */
const questionWords = ({ difference, list: { unclear }, run }: ReadPage): string => {
  const begin = `${unclear === 1 ? "1 amount" : `${counted(unclear, "amount")}`} can be read in more than one way.`
  return difference === null ? begin : `${begin} The totals differ by ${readable(difference)} ${run.symbol}.`
}

const problemWords = ({ list, problems }: ReadPage): string => {
  const lines = problems.reduce((sum, { count }) => sum + count, 0)
  return lines === 0
    ? `None in ${counted(list.count, "row")}.`
    : `${counted(lines, "problem")} in ${counted(list.count, "row")}.`
}
