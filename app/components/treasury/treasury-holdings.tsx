import { readable, type ShownTreasury } from "~/effects/treasury/view"
import { Donut } from "../charts/donut"
import { LedgerTime } from "../ledger-time"
import { Notice } from "../notice"

/** What the treasury holds, with the moment of the ledger it is from. Nothing before the community is deployed. */
export function TreasuryHoldings({ shown }: { readonly shown: ShownTreasury }) {
  if (shown.state === "none") return null
  if (shown.state === "down") {
    return (
      <Notice tone="warn">
        <p>The ledger gateway does not answer. What the treasury holds is not known just now.</p>
      </Notice>
    )
  }
  const { holdings, time } = shown
  if (holdings.length === 0) {
    return (
      <>
        <p className="muted">The treasury is empty.</p>
        <LedgerTime time={time} />
      </>
    )
  }
  return (
    <>
      <Donut
        name={`The treasury: ${holdings.map(({ amount, name }) => `${readable(amount)} ${name}`).join(", ")}`}
        says={<Says holdings={holdings} />}
        slices={holdings.map(({ amount, name, share }) => ({ name, share, amount: readable(amount) }))}
      />
      <LedgerTime time={time} />
    </>
  )
}

const SAID = 3

function Says({ holdings }: Pick<Extract<ShownTreasury, { readonly state: "known" }>, "holdings">) {
  const rest = holdings.length - SAID
  const named = holdings.slice(0, SAID).map(({ amount, name }) => `${readable(amount)} ${name}`)
  return (
    <>
      It holds <b className="num">{named.join(", ")}</b>
      {rest > 0 && ` and ${rest} ${rest === 1 ? "other kind" : "other kinds"}`}.
      {holdings.length >= SAID && " Parts are by number of tokens: nothing here has a price."}
    </>
  )
}
