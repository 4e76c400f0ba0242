import { Link } from "@remix-run/react"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { Notice } from "~/components/base/parts/notice"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { useFrame } from "~/components/base/site/use-frame"
import { readable } from "~/effects/base/amounts/readable"
import { signersHref } from "~/effects/communities/communities/hrefs"
import type { SetAside, ShownTreasury, TokenBar } from "~/effects/treasury/treasury/view"
import { PartBar, PartSwatch } from "./part-bar"
import { TreasuryHoldings } from "./treasury-holdings"

type Props = { readonly setAside: SetAside; readonly shown: ShownTreasury }

const UNKNOWN = "unknown right now"
const amountIn = (amount: string | null) => (amount === null ? UNKNOWN : readable(amount))

/** The treasury's tokens, each with how much is free, in escrow and promised; then a list of all tokens. */
export function TokenBars({ setAside: { bars, unclear }, shown }: Props) {
  const { id } = useFrame()
  if (shown.state === "none") return null
  return (
    <div className="stack">
      {shown.state === "down" && <SilentLedger>We cannot show what the treasury holds.</SilentLedger>}
      <div className="holdings">
        {bars.map((bar) => (
          <Holding key={bar.resource} bar={bar} />
        ))}
      </div>
      {unclear.length > 0 && (
        <Notice tone="warn">
          <p>
            Request {unclear.join(", ")} promises a token whose name is not unique, so it is not in these figures.{" "}
            <Link to={signersHref(id)}>Open the requests</Link>
          </p>
        </Notice>
      )}
      {shown.state === "known" && shown.holdings.length > bars.length && (
        <details>
          <summary>All {shown.holdings.length} tokens</summary>
          <TreasuryHoldings shown={shown} />
        </details>
      )}
      {shown.state === "known" && shown.holdings.length <= bars.length && <LedgerTime time={shown.time} />}
    </div>
  )
}

function Holding({ bar }: { readonly bar: TokenBar }) {
  const { escrow, escrowFor, free, name, promised, promisedTo, shares, short, together } = bar
  const { id } = useFrame()
  const hasEscrow = escrow !== "0"
  const isPromised = promisedTo.length > 0
  return (
    <div className="holding">
      <h3 className="eyebrow">{name}</h3>
      <p className="holding__free">
        {amountIn(free)} <small>{free === null ? name : `${name} free to spend`}</small>
      </p>
      {shares !== null && (
        <PartBar
          label={`${name}: ${amountIn(free)} free, ${amountIn(escrow)} in escrow, ${readable(promised)} promised`}
          parts={[
            ["spent", shares.free],
            ["held", shares.escrow],
            ["due", 1000 - shares.free - shares.escrow]
          ]}
        />
      )}
      {(hasEscrow || isPromised) && (
        <dl className="facts">
          <div>
            <dt>
              <PartSwatch fill="spent" /> Free
            </dt>
            <dd className="num">{amountIn(free)}</dd>
          </div>
          {hasEscrow && (
            <div>
              <dt>
                <PartSwatch fill="held" /> In escrow
              </dt>
              <dd className="num">
                {amountIn(escrow)}
                <small>{[...new Set(escrowFor)].join(", ")}</small>
              </dd>
            </div>
          )}
          {isPromised && (
            <div>
              <dt>
                <PartSwatch fill="due" /> Promised to requests
              </dt>
              <dd className="num">
                {readable(promised)}
                <small>
                  {promisedTo.map((number, index) => (
                    <span key={number}>
                      {index > 0 && ", "}
                      <Link to={signersHref(id, number)}>Request {number}</Link>
                    </span>
                  ))}
                </small>
              </dd>
            </div>
          )}
          <div className="sum">
            <dt>Total</dt>
            <dd className="num">{amountIn(together)}</dd>
          </div>
        </dl>
      )}
      {short !== null && (
        <Notice tone="warn">
          <p>
            Requests promise {readable(short)} {name} more than the treasury holds.
          </p>
        </Notice>
      )}
    </div>
  )
}
