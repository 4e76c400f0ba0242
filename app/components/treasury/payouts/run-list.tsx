import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { DeployFirst, NothingHere } from "~/components/base/parts/nothing-here"
import { Notice } from "~/components/base/parts/notice"
import { RowMore } from "~/components/base/parts/row-more"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { TestMoney } from "~/components/base/parts/test-money"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { columnUnit } from "~/components/base/text/column-unit"
import { shortAddress } from "~/components/base/text/short-address"
import type { CommunityId } from "~/effects/access/Community"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import type { ListPage } from "~/effects/treasury/payouts/views"
import { StateMark } from "./state-mark"
import { purposeWords, rowsInWords, stateMark } from "./state-words"

/** List of payouts: all of them for treasury holders, finished ones for everyone. */
export function RunList({ page }: { readonly page: ListPage }) {
  const { id, slug, stage } = useFrame()
  const { holders, isFirstPage, isHolder, isUnsure, next, now, runs, unreadable } = page
  return (
    <div className="stack" data-gap="l">
      {isUnsure && <SilentLedger>Only finished payouts are shown.</SilentLedger>}
      {runs.length === 0 && unreadable.length === 0 ? (
        <NothingHere title="Payouts">
          <p>No payouts yet.</p>
          <DeployFirst />
          {stage === "deployed" && !isHolder && <p>Anyone with an admin badge of this community can start one.</p>}
          {isHolder && (
            <p>
              <Link className="button" data-kind="primary" to="?new=1">
                Pay people
              </Link>
            </p>
          )}
        </NothingHere>
      ) : (
        <section aria-labelledby="distributions">
          <div className="block__head">
            <h1 id="distributions">Payouts</h1>
            {isHolder && (
              <Link className="button" data-kind="primary" data-size="s" to="?new=1">
                Pay people
              </Link>
            )}
          </div>
          {unreadable.map(({ number, title }) => (
            <Notice key={number} tone="bad">
              <p>
                Payout {number}, {isHolder ? <Link to={`?d=${number}`}>{title}</Link> : title}, cannot be read.
              </p>
            </Notice>
          ))}
          <RunTable runs={runs} now={now} />
          <nav className="row" aria-label="Pages">
            {!isFirstPage && <Link to="?">Newest</Link>}
            {next !== null && <Link to={`?after=${next}`}>Older payouts</Link>}
            <a className="small" href={`/api/exports/distributions?community=${slug}&format=csv`} download>
              Finished payouts as CSV
            </a>
          </nav>
        </section>
      )}
      {holders !== null && <HolderTable communityId={id} holders={holders} />}
      <TestMoney />
    </div>
  )
}

function RunTable({ now, runs }: Pick<ListPage, "now" | "runs">) {
  const { cell, head } = columnUnit(runs.map(({ symbol }) => symbol))
  return (
    <div className="scroll">
      <table className="table" data-cards>
        <caption className="visually-hidden">Payouts, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Payout</th>
            <th scope="col" className="num">
              {head("Total")}
            </th>
            <th scope="col">Rows</th>
            <th scope="col">State</th>
            <th scope="col">Date</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.number}>
              <th scope="row">
                <span>
                  <span className="muted small">{run.number} · </span>
                  <Link to={`?d=${run.number}`}>{run.title}</Link>
                  <span className="muted small"> · {purposeWords[run.purpose]}</span>
                </span>
              </th>
              <td className="num" data-label={head("Total")}>
                {cell(readable(run.total), run.symbol)}
              </td>
              <td data-label="Rows">{rowsInWords(run)}</td>
              <td data-label="State">
                <StateMark said={stateMark(run.state, run.escrow)} />
              </td>
              <td data-label="Date">
                <TimePair at={run.finishedAt ?? run.startedAt ?? run.createdAt} now={now} short />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HolderProps = { readonly communityId: CommunityId; readonly holders: NonNullable<ListPage["holders"]> }

function HolderTable({ holders: { largest, many, symbol, time } }: HolderProps) {
  return (
    <Block
      id="holders"
      title={`Who holds ${symbol}`}
      more={<span className="small muted">{counted(many, "holder")}</span>}
    >
      <div className="stack">
        <div className="scroll">
          <table className="table" data-cards data-lines>
            <caption className="visually-hidden">The largest holders</caption>
            <thead>
              <tr>
                <th scope="col">Holder</th>
                <th scope="col" className="num" data-line="fact">
                  {symbol}
                </th>
                <th scope="col" className="num">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {largest.map(({ address, amount, name, percent }) => (
                <tr key={address}>
                  <th scope="row">
                    <span>
                      {name !== null && <>{name} </>}
                      <span className="address" title={address} data-line={name === null ? undefined : "rest"}>
                        {shortAddress(address)}
                      </span>
                    </span>
                    <RowMore what={name ?? shortAddress(address)} />
                  </th>
                  <td className="num" data-label={symbol} data-line="fact">
                    {readable(amount)}
                  </td>
                  <td className="num" data-label="Share" data-line="rest">
                    {percent}%
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {many > largest.length && <p className="small muted">Only the {largest.length} largest are shown.</p>}
        <LedgerTime time={time} />
      </div>
    </Block>
  )
}
