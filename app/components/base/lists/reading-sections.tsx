import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { readable } from "~/effects/base/amounts/readable"
import type { ListView, MarksChoice } from "~/effects/base/lists/listView"
import type { ListProblem } from "~/effects/base/lists/problems"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { ListAsRead } from "./list-as-read"
import { type RoleWords, sourceWords } from "./list-words"
import { LettersField, MarksFields } from "./marks-fields"

type Props = {
  readonly list: ListView
  readonly choices: ReadonlyArray<MarksChoice>
  /** Between the totals of the choices; null if they are the same. */
  readonly difference: string | null
  /** What the list has in its amounts, for example "amount" or "weight". */
  readonly noun: string
  /** What is added up, for example a token's symbol; none for plain numbers. */
  readonly unit?: string
  /** What can be compared with the totals. */
  readonly compare?: string
  readonly words: RoleWords
  readonly nextHref: string
  /** Value of the button that shows the rows again. */
  readonly again: string
  readonly isSending: boolean
  readonly reply: PageReply | undefined
}

/** Sections of the page that asks how a list is read: the way of writing amounts, letters, headings and columns. */
export function ReadingSections(props: Props) {
  const { again, choices, compare, isSending, list, nextHref, noun, reply, unit, words } = props
  const { reading } = list
  return (
    <>
      <section className="section" aria-labelledby="marks">
        <div className="section__head">
          <h2 id="marks">How are {noun}s written?</h2>
          <p>
            {list.unclear > 0
              ? "The list does not say which sign is the decimal point. One choice applies to the whole list."
              : `Every ${noun} can be read in one way only.`}
          </p>
        </div>
        <div className="section__body stack">
          {list.unclear > 0 && <p className="list-question">{questionWords(props)}</p>}
          <MarksFields list={list} choices={choices} noun={noun} unit={unit} reply={reply} />
          {compare !== undefined && <p className="small muted">{compare}</p>}
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
          <ListAsRead list={list} words={words} reply={reply} nextHref={nextHref} />
          <div className="row">
            <BusyButton className="button" type="submit" name="intent" value={again} isBusy={isSending}>
              Show the rows again
            </BusyButton>
          </div>
        </div>
      </section>
    </>
  )
}

/** How many amounts are unclear, and by how much the totals differ. */
const questionWords = ({ difference, list: { unclear }, noun, unit }: Props): string => {
  const begin = `${counted(unclear, noun)} can be read in more than one way.`
  const unitWords = unit === undefined ? "" : ` ${unit}`
  return difference === null ? begin : `${begin} The totals differ by ${readable(difference)}${unitWords}.`
}

type ProblemProps = {
  readonly problems: ReadonlyArray<ListProblem>
  /** What to do about a problem that no choice on this page solves. */
  readonly remedy: string
}

type EndProps = ProblemProps & {
  readonly list: ListView
  /** Intents of the two buttons. */
  readonly discard: string
  readonly check: string
  readonly isSending: boolean
  /** What these buttons do not do. */
  readonly note: string
  readonly children?: ReactNode
}

/** The end of the page that asks: the problems of the list as it is read now, and the way on. */
export function ReadingEnd({ check, children, discard, isSending, list, note, problems, remedy }: EndProps) {
  return (
    <section className="section" aria-labelledby="problems">
      <div className="section__head">
        <h2 id="problems">Problems</h2>
        <p>{problemWords(list, problems)}</p>
      </div>
      <div className="section__body stack">
        <ListProblems problems={problems} remedy={remedy} />
        {children}
        <div className="form-end">
          <BusyButton
            className="button"
            data-kind="quiet"
            type="submit"
            name="intent"
            value={discard}
            isBusy={isSending}
          >
            Discard
          </BusyButton>
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value={check}
            isBusy={isSending}
          >
            Check the list
          </BusyButton>
        </div>
        <p className="small muted">{note}</p>
      </div>
    </section>
  )
}

/** What is wrong in a list, with the lines. */
export function ListProblems({ problems, remedy }: ProblemProps) {
  return (
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
              {isUnclear ? "Choose above." : remedy}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const problemWords = (list: ListView, problems: ReadonlyArray<ListProblem>): string => {
  const lines = problems.reduce((sum, { count }) => sum + count, 0)
  return lines === 0
    ? `None in ${counted(list.count, "row")}.`
    : `${counted(lines, "problem")} in ${counted(list.count, "row")}.`
}
