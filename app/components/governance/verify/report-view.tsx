import { useEffect, useRef } from "react"
import { BallotStrip, type Mark } from "~/components/base/charts/ballot-strip"
import { Icon } from "~/components/base/parts/icon"
import { grouped } from "~/effects/base/text/grouped"
import type { Report, Step } from "~/effects/governance/votes/file/Report"
import { AskAgain, AskTheLedger } from "./ask-the-ledger"
import type { CheckedHere } from "./reply"
import { seconds, stepStyles, toneOf } from "./report-styles"

const size = (bytes: number) => (bytes < 1024 ? `${bytes} bytes` : `${grouped(Math.ceil(bytes / 1024))} kB`)
/** The steps of a check with their results, in order. */
export function StepList({ steps }: { readonly steps: ReadonlyArray<Step> }) {
  return (
    <ol className="checklist" data-lay="long">
      {steps.map(({ detail, figure, name, state }) => (
        <li key={name}>
          <span data-tone={stepStyles[state].tone}>
            <Icon name={stepStyles[state].icon} />
            <span className="visually-hidden">{stepStyles[state].word}: </span>
          </span>
          <span>{name}</span>
          <span className="num">{figure}</span>
          {detail !== "" && <small>{detail}</small>}
        </li>
      ))}
    </ol>
  )
}

const markNames: ReadonlyArray<Mark> = ["yes", "no", "abstain"]

type Props = {
  readonly checked: CheckedHere
  /** Receives the report with the ledger's responses. */
  readonly onReport: (report: Report) => void
}

/**
 * The result of a check: the verdict first, then the reasons. It takes the focus when it appears, so give each check a
 * key.
 */
export function ReportView({ checked, onReport }: Props) {
  const { bytes, by, milliseconds, name, report } = checked
  const verdict = useRef<HTMLElement>(null)
  useEffect(() => verdict.current?.focus(), [])
  const isYesNo = report.labels.join() === "Yes,No,Abstain"
  const marks = isYesNo ? report.marks.flatMap((mark) => (mark === null ? [] : (markNames[mark] ?? []))) : []
  return (
    <>
      <section className="verdict" data-tone={toneOf(report)} aria-labelledby="verdict" tabIndex={-1} ref={verdict}>
        <p className="eyebrow">
          {name} · {size(bytes)} · checked in {seconds(milliseconds)}{" "}
          {by === "browser" ? "on this device" : "by this server, which stored nothing"}
        </p>
        <h2 id="verdict">{report.verdict}</h2>
        {report.subject !== "" && <p>{report.subject}</p>}
        {report.detail !== "" && (
          <p className="verdict__detail">
            {!report.holds && <Icon name="cross" />}
            {report.detail}
          </p>
        )}
      </section>
      <section className="block" aria-labelledby="checked">
        <div className="block__head">
          <h2 id="checked" className="h3">
            What was checked
          </h2>
        </div>
        {marks.length === report.marks.length && <BallotStrip marks={marks} />}
        <StepList steps={report.steps} />
        <FindingList checked={checked} />
        <AskAgain checked={checked} onReport={onReport} />
        <AskTheLedger checked={checked} onReport={onReport} />
      </section>
    </>
  )
}

/** Every finding. The first is already in the verdict. */
function FindingList({ checked }: { readonly checked: CheckedHere }) {
  const { findings } = checked.report
  if (findings.length < 2) return null
  return (
    <details className="as-table">
      <summary>All {findings.length} findings</summary>
      <ul className="finding-list">
        {findings.map(({ where, words }) => (
          <li key={`${where} ${words}`}>
            <b>{where}</b>: {words}
          </li>
        ))}
      </ul>
    </details>
  )
}
