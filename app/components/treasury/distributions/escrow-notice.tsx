import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { Notice } from "~/components/base/parts/notice"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { UtcTime } from "~/components/base/parts/time-pair"
import { shortAddress } from "~/components/base/text/short-address"
import { readable } from "~/effects/base/amounts/readable"
import { inUtc } from "~/effects/base/text/moments"
import type { EscrowView } from "~/effects/treasury/settler/EscrowView"
import { ParkedAct } from "./parked-act"

const moment = (at: number | string) => `${inUtc("moment", typeof at === "string" ? Date.parse(at) : at)} UTC`

interface NoticeProps {
  readonly escrow: Pick<EscrowView, "haltedTx" | "unknown">
  /** The button that goes on, for who opens the treasury and while something is to go on. */
  readonly children?: ReactNode
}

/** Withdrawals from the escrow account that this site did not make, before everything else that its page says. */
export function EscrowNotice({ children, escrow }: NoticeProps) {
  if (escrow.unknown.length === 0) return null
  return (
    <Notice tone="bad">
      <p>
        <strong>Money left the escrow account by a transaction that this site did not make.</strong>{" "}
        {escrow.haltedTx !== null && "Nothing more is paid until somebody who opens the treasury has looked at it."}
      </p>
      <ul>
        {escrow.unknown.map(({ amount, at, txId }) => (
          <li key={txId}>
            {amount}, <UtcTime at={at} />: <LedgerAddress kind="transaction" address={txId} />
          </li>
        ))}
      </ul>
      {escrow.haltedTx !== null && children}
    </Notice>
  )
}

/** Says that the withdrawals that the page names were looked at. A later one halts the plan all the same. */
export function GoOnAfterAll({ escrow, intent, children }: NoticeProps & { readonly intent: string }) {
  return (
    <Form method="post" preventScrollReset>
      {children}
      <input type="hidden" name="seen" value={escrow.haltedTx ?? ""} />
      <ParkedAct intent={intent} word="I have looked at it: go on">
        The site's key pays again, as far as what is left suffices.
      </ParkedAct>
    </Form>
  )
}

/** What of the plan's token comes back at most, by the ledger; nothing where it does not answer. */
export const mostText = ({ held }: EscrowView, symbol: string): string =>
  held === null ? "" : `: ${readable(held.token)} ${symbol} at most`

/** The lines of where it went: what is there by the ledger, and what our records have beyond that. */
export const heldLines = ({
  held,
  isUnderWay,
  left,
  missing,
  unknown
}: EscrowView): ReadonlyArray<readonly [words: string, token: string, xrd: string]> => {
  if (held === null) return [["Should still be there, by the records of this site", left.token, left.xrd]]
  const words = held.time.isFresh ? "In the escrow account" : `In the escrow account at ${moment(held.time.at)}`
  const there = [words, held.token, held.xrd] as const
  if (missing === null) return [there]
  const isBeyond = missing.token.startsWith("-") || (missing.token === "0" && missing.xrd.startsWith("-"))
  const why = isBeyond
    ? "Sent there by others"
    : unknown.length > 0
      ? "Left by transactions that this site did not make"
      : isUnderWay
        ? "In a transaction that is not checked yet"
        : "Left it, and not looked up yet"
  return [there, [why, missing.token, missing.xrd]]
}

const signersText = (signers: EscrowView["returns"][number]["signers"]): string =>
  signers.length === 0
    ? "Returned by the site's key"
    : `Taken back by ${signers.map(({ account, name }) => name ?? shortAddress(account)).join(", ")}`

/** "Taken back by ada, bea, 27 November 2026, 14:05 UTC" */
export const returnText = ({ at, signers }: Pick<EscrowView["returns"][number], "at" | "signers">): string =>
  `${signersText(signers)}, ${moment(at)}`

/** Who brought something back, when, and by which transaction. */
export function Returns({ escrow: { returns } }: { readonly escrow: EscrowView }) {
  return returns.map((each) => (
    <p key={each.txId} className="small">
      {returnText(each)}: <LedgerAddress kind="transaction" address={each.txId} />
    </p>
  ))
}

/** Since when the figures are, and what stays there at the end. */
export function HeldWords({ escrow, isEnded }: { readonly escrow: EscrowView; readonly isEnded: boolean }) {
  const { held } = escrow
  if (held === null) {
    return <SilentLedger>The ledger does not answer now. What is in the escrow account is not known.</SilentLedger>
  }
  return (
    <>
      <p className="small">
        Read from the ledger at <UtcTime at={Date.parse(held.time.at)} />
        {held.time.isFresh ? "." : ", when it last answered."}
      </p>
      {isEnded && held.xrd !== "0" && (
        <p className="small">
          {readable(held.xrd)} XRD are left in the escrow account: returning them would cost more than they are.
        </p>
      )}
    </>
  )
}
