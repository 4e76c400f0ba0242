import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { KeptBy } from "~/components/base/parts/kept-by"
import { DeployFirst, NothingHere } from "~/components/base/parts/nothing-here"
import { TestMoney } from "~/components/base/parts/test-money"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { readable } from "~/effects/base/amounts/readable"
import { opensWords } from "~/effects/treasury/deployment/opens"
import { actName, titleOf } from "~/effects/treasury/keepers/actWords"
import { statementPath } from "~/effects/treasury/statements/statementView"
import {
  type BalanceLine,
  type TreasuryHolding,
  type TreasuryPage,
  treasuryHref
} from "~/effects/treasury/treasury/view"
import { BadgeHolders } from "../badge-holders"
import { BalanceLines } from "../balance-lines"
import { MovementTable } from "../movement-table"
import { TreasuryHoldings } from "../treasury-holdings"

/** What the treasury holds, who opens it and how it moved, for everybody who may read the community. */
export function TreasuryView({ page }: { readonly page: TreasuryPage }) {
  const { id } = useFrame()
  const { isFirstPage, lines, movements, next, now, shown, slug } = page
  if (shown.state === "none") {
    return (
      <NothingHere title="Treasury">
        <p>This community has no treasury yet.</p>
        <DeployFirst />
      </NothingHere>
    )
  }
  return (
    <div className="stack" data-gap="l">
      <header className="stack" data-gap="s">
        <h1>Treasury</h1>
        {isFirstPage && <Standing page={page} />}
      </header>
      {isFirstPage && <Waiting page={page} />}
      <div className="columns" data-even>
        <Block id="holdings" title="Balances">
          <div className="stack">
            <TreasuryHoldings shown={shown} />
          </div>
        </Block>
        <WhoOpens page={page} />
      </div>
      {isFirstPage && (
        <Block id="over-time" title="Balances over time">
          <div className="stack">
            <BalanceLines lines={lines} now={now} />
            {shown.state === "known" && <NotYetWritten lines={lines} holdings={shown.holdings} />}
          </div>
        </Block>
      )}
      <Block id="movements" title="Movements" more={<Link to={statementPath(id, "")}>Statement of this month</Link>}>
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
      </Block>
      <TestMoney />
    </div>
  )
}

type Props = { readonly page: TreasuryPage }

const MOST_NAMED = 3
const inASentence = new Intl.ListFormat("en-GB", { type: "conjunction" })

/** What there is to spend, in a sentence, and the way to spend it. */
function Standing({ page: { isHolder, shown } }: Props) {
  const { id } = useFrame()
  const held = shown.state === "known" ? shown.holdings.slice(0, MOST_NAMED) : []
  const words = held.map(({ amount, name }) => `${readable(amount)} ${name}`)
  return (
    <>
      {words.length > 0 && <p className="standing">The treasury holds {inASentence.format(words)}.</p>}
      <p className="row">
        {isHolder && (
          <Link className="button" data-kind="primary" to={`${insidePath(id, "tokenDistribution")}?new=1`}>
            Pay people
          </Link>
        )}
        <Link to={insidePath(id, "tokenDistribution")}>All payouts</Link>
        <Link to={insidePath(id, "tokenWithdraw")}>Withdraw what waits for you</Link>
      </p>
    </>
  )
}

/** Requests that signers have not approved yet. */
function Waiting({ page: { waiting } }: Props) {
  const { id } = useFrame()
  if (waiting.length === 0) return null
  return (
    <Block
      id="waiting"
      title={waiting.length === 1 ? "A request waits for signatures" : `${waiting.length} requests wait for signatures`}
      more={<Link to={insidePath(id, "keepers")}>Read and sign</Link>}
    >
      <ul className="entries">
        {waiting.map((act) => (
          <li key={act.number}>
            <p className="meta">{actName(act)}</p>
            <Link to={`${insidePath(id, "keepers")}#act-${act.number}`}>{titleOf(act)}</Link>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function WhoOpens({ page: { holders, opens } }: Props) {
  const { id } = useFrame()
  return (
    <Block id="badges" title="Who opens it">
      <p className="small muted">
        {opensWords(opens)} {opens !== null && <KeptBy keeper="ledger" />}
      </p>
      <BadgeHolders holders={holders} />
      <p className="small">
        <Link to={insidePath(id, "keepers")}>
          {opens === "one" ? "Let several people open it together" : "Signers and their requests"}
        </Link>
      </p>
    </Block>
  )
}

type Unwritten = { readonly lines: ReadonlyArray<BalanceLine>; readonly holdings: ReadonlyArray<TreasuryHolding> }

/** Tokens the ledger tells of, of which no movement is written down yet. */
function NotYetWritten({ holdings, lines }: Unwritten) {
  const missing = holdings.filter(({ resource }) => lines.every((line) => line.resource !== resource))
  if (missing.length === 0) return null
  return (
    <p className="small muted">
      The treasury holds {missing.map(({ name }) => name).join(", ")} too; how it came is not written down yet.
    </p>
  )
}
