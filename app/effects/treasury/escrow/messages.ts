/** Messages about escrows: why nothing is paid until a person acts, and what left an account. Pure. */
import { readable } from "~/effects/base/amounts/readable"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import type { EscrowSubject, Withdrawal } from "~/effects/chain/movements/Withdrawal"
import { type Amount, formatAmount, wellKnown } from "~/ledger/index"
import type { Escrow } from "./Escrow"

const XRD = wellKnown("xrd", NETWORK_ID)

/** The way out depends on who funded the escrow: a single badge, or signers. */
type FundedBy = Pick<Escrow, "signerRule">
export const wayBack = ({ signerRule }: FundedBy): string =>
  signerRule === null ? "Withdraw the rest in your wallet" : "Have the signers withdraw the rest together"

export const keyGone = (escrow: FundedBy): string =>
  `This site's key was replaced after the escrow was funded, or is missing. ${wayBack(escrow)}.`

/** `why`: the ledger's words. */
export const refundRefused = (escrow: FundedBy, why: string): string =>
  `The ledger refuses to return what is left: ${why.slice(0, 300)} The site tries again automatically. ${wayBack(escrow)} if that does not help.`

/** `left`: in XRD. */
export const feesUsedUp = (escrow: FundedBy, left: Amount): string =>
  `The fees in escrow are used up: ${formatAmount(left)} XRD are left. ${wayBack(escrow)}, or send XRD to the escrow account and try again.`

const names = { payout: "payout", bondSale: "series", bondRedemption: "series", budget: "budget" } as const
type For = Pick<Escrow, "purpose">
export const nothingFunded = ({ purpose }: For): string => `Nothing is in escrow for this ${names[purpose]}.`
export const alreadyFunded = ({ purpose }: For): string =>
  `It is already in escrow. Withdraw it, or ${purpose === "budget" ? "end the budget" : "let the site return it"}.`
export const alreadySent = ({ purpose }: For): string =>
  `${purpose === "payout" ? "Your wallet has already submitted it. Wait" : "It has been sent. Wait"} until the ledger has decided.`
export const nothingLeft = ({ purpose }: For): string =>
  purpose === "payout" ? "The escrow account is empty." : "Nothing is left in the escrow account."

type Named = Pick<EscrowSubject, "resource" | "symbol">

/** For example "1,000 GRD and 2 XRD". */
export const withdrawnText = ({ resource, symbol }: Named, { amounts }: Pick<Withdrawal, "amounts">): string =>
  amounts
    .map(([token, amount]) => {
      const name = token === resource ? symbol : token === XRD ? "XRD" : `…${token.slice(-6)}`
      return `${readable(amount)} ${name}`
    })
    .join(" and ")

/** The withdrawals as pages list them. */
export const withdrawnViews = (named: Named, withdrawals: ReadonlyArray<Withdrawal>) =>
  withdrawals.map(({ at, txId, ...rest }) => ({ txId, at, amount: withdrawnText(named, rest) }))

/** Why the site pays nothing more. */
export const haltedWords = (withdrawn: string): string =>
  `${withdrawn} left the escrow account in a transaction that this site did not make. Nothing more is paid until someone who can spend from the treasury has looked at it.`

/** The same for a message to someone who is not on the page. */
export const withdrawnMessage = ({ about }: Pick<EscrowSubject, "about">, withdrawn: string): string =>
  `${withdrawn} left the escrow account of ${about} in a transaction that this site did not make. Nothing more is paid from it until you have looked at it.`
