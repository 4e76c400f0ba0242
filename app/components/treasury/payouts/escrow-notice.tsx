import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { Notice } from "~/components/base/parts/notice"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { UtcTime } from "~/components/base/parts/time-pair"
import { shortAddress } from "~/components/base/text/short-address"
import { readable } from "~/effects/base/amounts/readable"
import { inUtc } from "~/effects/base/text/moments"
import type { EscrowView } from "~/effects/treasury/escrow/EscrowView"
import { EscrowApproval } from "./escrow-approval"

const moment = (at: number | string) => `${inUtc("moment", typeof at === "string" ? Date.parse(at) : at)} UTC`

interface NoticeProps {
  readonly escrow: Pick<EscrowView, "haltedTx" | "unknown">
  /** Button that resumes payments, for those who can spend from the treasury and while there is something to resume. */
  readonly children?: ReactNode
}

/**
 * Warns of withdrawals from the escrow account that this site did not make. Shown before everything else on the page.
 */
export function EscrowNotice({ children, escrow }: NoticeProps) {
  if (escrow.unknown.length === 0) return null
  return (
    <Notice tone="bad">
      <p>
        <strong>Money left the escrow account in a transaction that this site did not make.</strong>{" "}
        {escrow.haltedTx !== null &&
          "All further payments are on hold until someone who can spend from the treasury has looked at it."}
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

/**
 * Confirms that someone has looked at the withdrawals named on the page. A later withdrawal halts the payments again.
 */
export function GoOnAfterAll({ escrow, intent, children }: NoticeProps & { readonly intent: string }) {
  return (
    <Form method="post" preventScrollReset>
      {children}
      <input type="hidden" name="seen" value={escrow.haltedTx ?? ""} />
      <EscrowApproval intent={intent} word="I have checked this: resume">
        The relayer resumes payments as far as the remaining money goes.
      </EscrowApproval>
    </Form>
  )
}

/** The most that can be refunded according to the ledger, as text; empty if the ledger could not be read. */
export const mostText = ({ held }: EscrowView, symbol: string): string =>
  held === null ? "" : `: at most ${readable(held.token)} ${symbol}`

/** Table lines for what the escrow account holds on the ledger, and for the difference to our records. */
export const heldLines = ({
  held,
  isUnderWay,
  left,
  missing,
  unknown
}: EscrowView): ReadonlyArray<readonly [words: string, token: string, xrd: string]> => {
  if (held === null) return [["Should still be there, according to our records", left.token, left.xrd]]
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
        : "Left the account; not looked up yet"
  return [there, [why, missing.token, missing.xrd]]
}

const signersText = (signers: EscrowView["returns"][number]["signers"]): string =>
  signers.length === 0
    ? "Returned by the relayer"
    : `Withdrawn by ${signers.map(({ account, name }) => name ?? shortAddress(account)).join(", ")}`

/** For example "Withdrawn by ada, bea, 27 November 2026, 14:05 UTC". */
export const returnText = ({ at, signers }: Pick<EscrowView["returns"][number], "at" | "signers">): string =>
  `${signersText(signers)}, ${moment(at)}`

/** Withdrawals and refunds from escrow: by whom, when and in which transaction. */
export function Returns({ escrow: { returns } }: { readonly escrow: EscrowView }) {
  return returns.map((each) => (
    <p key={each.txId} className="small">
      {returnText(each)}: <LedgerAddress kind="transaction" address={each.txId} />
    </p>
  ))
}

/** When the balance was read, and what remains in the account at the end. */
export function HeldWords({ escrow, isEnded }: { readonly escrow: EscrowView; readonly isEnded: boolean }) {
  const { held } = escrow
  if (held === null) {
    return <SilentLedger>The balance of the escrow account is unknown.</SilentLedger>
  }
  return (
    <>
      <p className="small">
        Read from the ledger at <UtcTime at={Date.parse(held.time.at)} />
        {held.time.isFresh ? "." : ", when it last answered."}
      </p>
      {isEnded && held.xrd !== "0" && (
        <p className="small">
          {readable(held.xrd)} XRD stay in the escrow account because returning them would cost more.
        </p>
      )}
    </>
  )
}
