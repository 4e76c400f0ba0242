import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { EnforcedBy } from "~/components/base/parts/enforced-by"
import { Icon } from "~/components/base/parts/icon"
import { DeployFirst, NothingHere } from "~/components/base/parts/nothing-here"
import { TestMoney } from "~/components/base/parts/test-money"
import { TimePair } from "~/components/base/parts/time-pair"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { opensWords } from "~/effects/treasury/deployment/opens"
import { requestName, titleOf } from "~/effects/treasury/multisig/approvalMessages"
import { statementPath } from "~/effects/treasury/statements/statementView"
import {
  type BalanceLine,
  type TreasuryHolding,
  type TreasuryPage,
  treasuryHref
} from "~/effects/treasury/treasury/view"
import { BadgeHolders } from "../badge-holders"
import { BalanceLines } from "../balance-lines"
import { BudgetBars } from "../budget-bars"
import { MovementTable } from "../movement-table"
import { NextPayouts } from "../next-payouts"
import { TokenBars } from "../token-bars"

/** What the treasury holds, who controls it and how it moved, for everybody who can read the community. */
export function TreasuryView({ page }: { readonly page: TreasuryPage }) {
  const { id } = useFrame()
  const { budgets, isFirstPage, lines, movements, next, nextPayouts, now, setAside, shown, slug } = page
  if (shown.state === "none") {
    return (
      <NothingHere title="Treasury">
        <p>This community has no treasury yet.</p>
        <DeployFirst />
      </NothingHere>
    )
  }
  return (
    <>
      <header className="page-head">
        <h1>Treasury</h1>
        {isFirstPage && <TreasuryStatus page={page} />}
      </header>
      {isFirstPage && (
        <>
          <Waiting page={page} />
          <Section
            id="holdings"
            title="Balances"
            about={
              setAside.hasEscrow || page.waiting.length > 0
                ? "Money in escrow returns to the treasury when its payout, bond or budget ends. Money promised to a request is free again if the request is refused or expires."
                : undefined
            }
          >
            <TokenBars setAside={setAside} shown={shown} />
          </Section>
          {budgets.length > 0 && (
            <Section id="budgets" title="Budgets" about={<Link to={insidePath(id, "budgets")}>View budgets</Link>}>
              <BudgetBars budgets={budgets} />
            </Section>
          )}
          {nextPayouts.length > 0 && (
            <Section
              id="next"
              title="Next payouts"
              about={<Link to={insidePath(id, "tokenDistribution")}>All payouts</Link>}
            >
              <NextPayouts payouts={nextPayouts} />
            </Section>
          )}
          <Section id="badges" title="Who controls it" about={<WhoOpens page={page} />}>
            <BadgeHolders holders={page.holders} />
          </Section>
          <Section id="over-time" title="Balances over time">
            <div className="stack">
              <BalanceLines lines={lines} now={now} />
              {shown.state === "known" && <NotYetWritten lines={lines} holdings={shown.holdings} />}
            </div>
          </Section>
        </>
      )}
      <Section id="movements" title="Movements" about={<Link to={statementPath(id, "")}>Statement of this month</Link>}>
        <div className="stack">
          <MovementTable movements={movements} slug={slug} />
          {(next !== null || !isFirstPage) && (
            <nav className="row" aria-label="Pages of movements">
              {!isFirstPage && <Link to={treasuryHref(id)}>Newest</Link>}
              {next !== null && (
                <Link to={`${treasuryHref(id)}?after=${encodeURIComponent(next)}`}>Older movements</Link>
              )}
            </nav>
          )}
        </div>
      </Section>
      <TestMoney />
    </>
  )
}

type SectionProps = {
  readonly id: string
  readonly title: string
  /** Text below the heading. */
  readonly about?: ReactNode
  readonly children: ReactNode
}

function Section({ about, children, id, title }: SectionProps) {
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section__head">
        <h2 id={id}>{title}</h2>
        {about !== undefined && <div className="small muted">{about}</div>}
      </div>
      <div className="section__body">{children}</div>
    </section>
  )
}

type Props = { readonly page: TreasuryPage }

const MOST_NAMED = 3
const inASentence = new Intl.ListFormat("en-GB", { type: "conjunction" })

/** How much can be spent, in a sentence, with the button to spend it. */
function TreasuryStatus({ page: { isHolder, setAside, waiting } }: Props) {
  const { id } = useFrame()
  const free = setAside.bars.filter(({ free: amount }) => amount !== null && amount !== "0").slice(0, MOST_NAMED)
  const words = inASentence.format(free.map(({ free: amount, name }) => `${readable(amount ?? "")} ${name}`))
  return (
    <>
      {(free.length > 0 || waiting.length > 0) && (
        <p className="status-line">
          {waiting.length > 0 && `${counted(waiting.length, "request waits", "requests wait")} for approval. `}
          {free.length > 0 && `${words} ${free.length === 1 ? "is" : "are"} free to spend.`}
        </p>
      )}
      <p className="row">
        {isHolder && (
          <Link className="button" data-kind="primary" to={`${insidePath(id, "tokenDistribution")}?new=1`}>
            Pay people
          </Link>
        )}
        <Link to={insidePath(id, "tokenDistribution")}>All payouts</Link>
        <Link to={insidePath(id, "tokenWithdraw")}>Withdraw your money</Link>
      </p>
    </>
  )
}

/** Requests that the signers have not approved yet. */
function Waiting({ page: { now, opens, waiting } }: Props) {
  const { id } = useFrame()
  if (waiting.length === 0) return null
  const needed = opens === null || typeof opens === "string" ? null : opens.needed
  return (
    <section className="needs" aria-labelledby="waiting">
      <h2 id="waiting" className="visually-hidden">
        Requests waiting for approval
      </h2>
      <ul className="agenda">
        {waiting.map((request, index) => (
          <li key={request.number}>
            <span data-tone="needs">
              <Icon name="flag" />
            </span>
            <div>
              <h3>{titleOf(request)}</h3>
              <p className="meta">
                <span>{requestName(request)}</span>
                <span>
                  {needed === null ? counted(request.signed, "signature") : `${request.signed} of ${needed} approvals`}
                </span>
                {request.endsAt !== null && (
                  <span>
                    Expires <TimePair at={request.endsAt} now={now} short />
                  </span>
                )}
              </p>
            </div>
            <div className="agenda__act">
              <Link
                className="button"
                data-kind={index === 0 ? "primary" : undefined}
                to={signersHref(id, request.number)}
              >
                Review and approve
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WhoOpens({ page: { opens } }: Props) {
  const { id } = useFrame()
  return (
    <>
      <p>
        {opensWords(opens)} {opens !== null && <EnforcedBy enforcer="ledger" />}
      </p>
      <p>
        <Link to={signersHref(id)}>{opens === "one" ? "Require several signers" : "Signers and their requests"}</Link>
      </p>
    </>
  )
}

type Unwritten = { readonly lines: ReadonlyArray<BalanceLine>; readonly holdings: ReadonlyArray<TreasuryHolding> }

/** Tokens on the ledger without a recorded movement. */
function NotYetWritten({ holdings, lines }: Unwritten) {
  const missing = holdings.filter(({ resource }) => lines.every((line) => line.resource !== resource))
  if (missing.length === 0) return null
  return (
    <p className="small muted">
      The treasury also holds {missing.map(({ name }) => name).join(", ")}; the movements of{" "}
      {missing.length === 1 ? "this token" : "these tokens"} are not recorded yet.
    </p>
  )
}
