/** Messages about withdrawals from escrow that this site did not make. Pure. */
import { readable } from "~/effects/base/amounts/readable"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import type { Escrow, Withdrawal } from "~/effects/chain/movements/Withdrawal"
import { wellKnown } from "~/ledger/index"

const XRD = wellKnown("xrd", NETWORK_ID)

type Named = Pick<Escrow, "resource" | "symbol">

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
export const toldWords = ({ about }: Pick<Escrow, "about">, withdrawn: string): string =>
  `${withdrawn} left the escrow account of ${about} in a transaction that this site did not make. Nothing more is paid from it until you have looked at it.`
