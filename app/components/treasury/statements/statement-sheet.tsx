import { StepChart } from "~/components/base/charts/step-chart"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { PaperHead } from "~/components/base/parts/paper"
import { readable } from "~/effects/base/amounts/readable"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { Statement } from "~/effects/treasury/statements/statementView"
import { MovementsPart } from "./movements-part"
import { ProofNotices } from "./proof-notices"
import { BalanceTable, ReasonTable } from "./sum-tables"

/** The balance over the period of the token that moved most. */
function BalanceCurve({ statement: { curve, isRunning, now, period } }: { readonly statement: Statement }) {
  const last = curve?.points.at(-1)
  if (curve === null || last === undefined) return null
  const { highest, lowest, name, points } = curve
  const [first] = points
  const top = `${readable(highest.balance)} ${name}`
  const end = isRunning ? now : period.to
  return (
    <section className="statement__part" aria-labelledby="curve">
      <h2 id="curve" className="h3">
        {name} over the {period.kind}
      </h2>
      <StepChart
        name={`Balance of ${name} from ${inUtc("day", period.from)}: highest ${top}, last ${readable(last.balance)}`}
        says={
          <>
            {name} began the {period.kind} at <b className="num">{readable(first?.balance ?? "0")}</b> and{" "}
            {isRunning ? "is now at" : "ended at"} <b className="num">{readable(last.balance)}</b>. The highest balance
            was <span className="num">{readable(highest.balance)}</span>, from {inUtc("day", highest.at)}; the lowest
            was <span className="num">{readable(lowest.balance)}</span>, from {inUtc("day", lowest.at)}.
          </>
        }
        steps={points.map(({ at, balance }) => ({ at, value: Number(balance) }))}
        until={end}
        dates={[inUtc("day", period.from), isRunning ? "now" : inUtc("day", end - 1)]}
        top={top}
        table={{
          caption: `Balance of ${name}`,
          columns: ["Day", `Balance, ${name}`],
          rows: points.map(({ at, balance }, index) => [
            index === 0 ? `${inUtc("day", at)}, opening` : inUtc("day", at),
            readable(balance)
          ])
        }}
      />
    </section>
  )
}

type Part = { readonly statement: Statement }

/** The statement as a sheet of paper; a short period fits one page of A4 (docs/product/treasury.md). */
export function StatementSheet({ statement }: Part) {
  const { isRunning, now, period, reasons, slug, title, treasury } = statement
  return (
    <article className="sheet statement" data-lay="page" aria-labelledby="statement">
      <PaperHead kind="Statement" name={`S-${slug}-${period.name}`}>
        <p className="small muted">
          Treasury <LedgerAddress kind="account" address={treasury} />
        </p>
      </PaperHead>
      <h1 id="statement" className="h2">
        The treasury in {title}
      </h1>
      <div className="columns" data-even>
        <EndFacts name="From" at={period.from} time={statement.opening} none="before deployment" />
        {isRunning ? (
          <EndFacts name="Until now" at={now} time={statement.closing} none="unknown" />
        ) : (
          <EndFacts name="To, before" at={period.to} time={statement.closing} none="unknown" />
        )}
      </div>
      <ProofNotices statement={statement} />
      <section className="statement__part" aria-labelledby="balances">
        <h2 id="balances" className="h3">
          Balances
        </h2>
        <BalanceTable
          statement={statement}
          tokens={statement.tokens}
          of="the treasury's account"
          empty="The treasury was empty, and nothing moved."
        />
      </section>
      {statement.isFirstPage && <BalanceCurve statement={statement} />}
      {reasons.length > 0 && (
        <section className="statement__part" aria-labelledby="reasons">
          <h2 id="reasons" className="h3">
            By reason
          </h2>
          <ReasonTable reasons={reasons} of="the treasury's account" />
        </section>
      )}
      <EscrowParts statement={statement} />
      <MovementsPart statement={statement} />
      <p className="small muted statement__foot">
        {statement.code !== null && (
          <>
            Check code <b className="digest">{statement.code}</b>: made from this treasury, this period, and the sums of
            each token.{" "}
          </>
        )}
        Made on {inUtc("moment", now)} UTC. All times are UTC. Test network: the tokens named here have no value.
      </p>
    </article>
  )
}

/** The escrow accounts of payouts, bonds and budgets, and the total with the treasury. */
function EscrowParts({ statement }: Part) {
  const { escrow, total } = statement
  if (escrow === null || total === null) return null
  return (
    <>
      <section className="statement__part" aria-labelledby="escrow">
        <h2 id="escrow" className="h3">
          In escrow accounts
        </h2>
        <p className="small muted">
          Set aside from the treasury for payouts, bonds and budgets; calculated from the ledger's transactions.
        </p>
        <BalanceTable
          statement={statement}
          tokens={escrow.tokens}
          of="escrow accounts"
          empty="Nothing was set aside, and nothing moved."
        />
        {escrow.reasons.length > 0 && <ReasonTable reasons={escrow.reasons} of="escrow accounts" />}
      </section>
      <section className="statement__part" aria-labelledby="total">
        <h2 id="total" className="h3">
          Treasury and escrow together
        </h2>
        <p className="small muted">Movements between the two count neither as in nor as out here.</p>
        <BalanceTable statement={statement} tokens={total} of="both together" empty="Both were empty." />
      </section>
    </>
  )
}

type End = {
  readonly name: string
  readonly at: number
  readonly time: LedgerTime | null
  /** Shown if no ledger version was read. */
  readonly none: string
}

function EndFacts({ at, name, none, time }: End) {
  return (
    <dl className="facts">
      <div>
        <dt>{name}</dt>
        <dd>{inUtc("moment", at)} UTC</dd>
      </div>
      <div>
        <dt>Ledger version</dt>
        <dd>{time === null ? none : grouped(time.stateVersion)}</dd>
      </div>
    </dl>
  )
}
