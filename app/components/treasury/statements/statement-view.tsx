import { Link } from "@remix-run/react"
import { DeployFirst, NothingHere } from "~/components/base/parts/nothing-here"
import { CheckCode, PaperButtons } from "~/components/base/parts/paper"
import { useFrame } from "~/components/base/site/use-frame"
import { periodSearch } from "~/effects/treasury/statements/period"
import { type StatementPage, statementPath } from "~/effects/treasury/statements/statementView"
import { treasuryHref } from "~/effects/treasury/treasury/view"
import { StatementSheet } from "./statement-sheet"

type Shown = Extract<StatementPage, { readonly state: "shown" }>

/** A treasury's statement of a month or year, on the page, as a file and for printing. */
export function StatementView({ page }: { readonly page: StatementPage }) {
  const { id } = useFrame()
  if (page.state === "none") {
    return (
      <NothingHere title="Statement">
        <p>This community has no treasury yet, so there are no statements.</p>
        <DeployFirst />
      </NothingHere>
    )
  }
  const { checked, statement } = page
  return (
    <div className="stack" data-gap="l">
      <StatementTools page={page} />
      <StatementSheet statement={statement} />
      {statement.code !== null && (
        <CheckCode
          document="statement"
          code={statement.code}
          checked={checked}
          period={[statement.period.kind, statement.period.name]}
          same="the printed sums match today's."
          other="The paper may be of another period or treasury, it may have been changed, or movements may have been recorded since."
        />
      )}
      <p className="no-print">
        <Link to={treasuryHref(id)}>Treasury</Link>
      </p>
    </div>
  )
}

/** Links to other periods, and the buttons to save or print this one. */
function StatementTools({ page }: { readonly page: Shown }) {
  const { id } = useFrame()
  const { earlier, later, others, statement } = page
  const { period, slug } = statement
  const file = `/api/exports/statement?community=${slug}&${periodSearch(period)}&format=`
  const links = [
    ...(earlier === null ? [] : [{ ...earlier, words: `‹ ${earlier.title}` }]),
    ...(later === null ? [] : [{ ...later, words: `${later.title} ›` }]),
    ...others.map((other) => ({ ...other, words: period.kind === "month" ? `Year ${other.title}` : other.title }))
  ]
  return (
    <div className="row no-print" data-apart>
      <nav className="row small" aria-label="Other statements">
        {links.map(({ search, words }) => (
          <Link key={`${search}${words}`} to={statementPath(id, search)}>
            {words}
          </Link>
        ))}
      </nav>
      <PaperButtons file={file} />
    </div>
  )
}
