/** What left a locker in a transaction that this site did not make, and the messages about it. Pages load this file. */
import { Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { readable } from "~/effects/base/amounts/readable"
import { inUtc } from "~/effects/base/text/moments"

const LockerSigner = Schema.Struct({
  account: AccountAddress,
  name: Schema.NullOr(Schema.String),
  /** The key that signed, by the id of its badge; null if the account proved an admin badge. */
  key: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
})
export type LockerSigner = typeof LockerSigner.Type

/** All or part of a claim. */
export const LeftLocker = Schema.Struct({
  txId: Schema.String,
  /** Unix milliseconds, from the ledger. */
  at: Schema.Number,
  /** `claim`: the account withdrew it itself, elsewhere; `recover`: somebody who controls the treasury took it. */
  way: Schema.Literal("claim", "recover"),
  amount: AmountText,
  /** Accounts that proved a badge, or whose keys signed; empty if that is unknown. */
  by: Schema.Array(LockerSigner)
})
export type LeftLocker = typeof LeftLocker.Type

/** The column `outside` of claims. */
export const LeftLockers = Schema.parseJson(Schema.Array(LeftLocker))

const shortAccount = (account: string) => `…${account.slice(-6)}`

/** For example "with the badges of ada, …abcdef". */
export const signersWords = (by: ReadonlyArray<LockerSigner>): string => {
  const [first] = by
  if (first === undefined) return "by whom is unknown"
  const what = first.key === null ? "badge" : "key"
  const whose = by.map(({ account, name }) => name ?? shortAccount(account)).join(", ")
  return `with the ${what}${by.length === 1 ? "" : "s"} of ${whose}`
}

/** Reason shown with the row on the payout's page, in its report and in exports. */
export const leftWords = ({ amount, at, by }: LeftLocker, symbol: string): string =>
  `${readable(amount)} ${symbol} left the locker on ${inUtc("moment", at)} UTC by a transaction that this site did not make, ${signersWords(by)}.`
