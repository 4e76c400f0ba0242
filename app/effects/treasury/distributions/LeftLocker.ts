/** What left a locker by a transaction that this site did not make, and what pages and messages say of it. Pages load this. */
import { Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { readable } from "~/effects/base/amounts/readable"
import { inUtc } from "~/effects/base/text/moments"

const LockerSigner = Schema.Struct({ account: AccountAddress, name: Schema.NullOr(Schema.String) })
export type LockerSigner = typeof LockerSigner.Type

/** A part of a claim, or all of it. */
export const LeftLocker = Schema.Struct({
  txId: Schema.String,
  /** Unix milliseconds, by the ledger. */
  at: Schema.Number,
  /** `claim`: the account took it itself, elsewhere; `recover`: a badge of the treasury did. */
  way: Schema.Literal("claim", "recover"),
  amount: AmountText,
  /** Who proved a badge, where the transaction names them. */
  by: Schema.Array(LockerSigner)
})
export type LeftLocker = typeof LeftLocker.Type

/** The column `outside` of claims. */
export const LeftLockers = Schema.parseJson(Schema.Array(LeftLocker))

const shortAccount = (account: string) => `…${account.slice(-6)}`

/** "with the badges of ada, …abcdef" */
export const badgesWords = (by: ReadonlyArray<LockerSigner>): string =>
  by.length === 0
    ? "with a badge of the treasury"
    : `with the ${by.length === 1 ? "badge" : "badges"} of ${by.map(({ account, name }) => name ?? shortAccount(account)).join(", ")}`

/** The reason of a row, on the payout's page, in its report and in exports. */
export const leftWords = ({ amount, at, by }: LeftLocker, symbol: string): string =>
  `${readable(amount)} ${symbol} left the locker on ${inUtc("moment", at)} UTC by a transaction that this site did not make, ${badgesWords(by)}.`
