/** Validates the deploy form, with a message for each field. Pure. */
import { Either } from "effect"
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import type { FieldErrors } from "~/effects/base/remix/form"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { tidyLine } from "~/effects/base/text/plain"
import type { AccountAddress, ResourceAddress } from "~/ledger/address"
import { type AmountText, amountOf, isAmountText, isDivisible, isResourceAddress, ONE } from "~/ledger/index"
import type { DeployValues } from "./values"

/** What to create, parsed from the form's texts. */
export interface Wanted {
  readonly admin: AccountAddress
  readonly token:
    | { readonly kind: "none" }
    | { readonly kind: "link"; readonly resource: ResourceAddress }
    | {
        readonly kind: "new"
        readonly name: string
        readonly symbol: string
        readonly supply: AmountText
        readonly divisibility: number
        readonly isMintable: boolean
        /** Empty for the community's own picture. */
        readonly icon: string
      }
  readonly isRecoverable: boolean
  /** The other signers as typed; null if any single badge can spend. */
  readonly signers: { readonly names: ReadonlyArray<string>; readonly needed: number } | null
}

/** In addition to the founder: at most nine badges count. */
const MOST_OTHERS = 8
const MOST_NAME = 120

const MAX_SUPPLY = 1_000_000_000n * ONE

export const isTokenAddress = (text: string): text is ResourceAddress => isResourceAddress(text, NETWORK_ID)

const newToken = (values: DeployValues): Either.Either<Wanted["token"], FieldErrors> => {
  const name = tidyLine(values.tokenName)
  const symbol = values.symbol.trim()
  const text = values.supply.trim()
  const supply = isAmountText(text) ? text : null
  const divisibility = /^\d{1,2}$/.test(values.divisibility.trim()) ? Number(values.divisibility) : 19
  const fields: Record<string, string> = {}
  if ([...name].length < 2 || [...name].length > 40) fields.tokenName = "Use 2 to 40 characters."
  if (!/^[A-Z0-9]{2,10}$/.test(symbol)) fields.symbol = "Use 2 to 10 capital letters or digits."
  if (divisibility > 18) fields.divisibility = "Enter a whole number from 0 to 18."
  if (supply === null || amountOf(supply) < ONE || amountOf(supply) > MAX_SUPPLY) {
    fields.supply = "Enter a number from 1 to 1,000,000,000, without separators."
  } else if (divisibility <= 18 && !isDivisible(amountOf(supply), divisibility)) {
    fields.supply = divisibility === 0 ? "Enter a whole number." : `Use at most ${divisibility} decimal places.`
  }
  return supply === null || Object.keys(fields).length > 0
    ? Either.left(fields)
    : Either.right({
        kind: "new",
        name,
        symbol,
        supply,
        divisibility,
        isMintable: values.mintable === "yes",
        icon: values.icon
      })
}

const tokenOf = (values: DeployValues): Either.Either<Wanted["token"], FieldErrors> => {
  if (values.token === "none") return Either.right({ kind: "none" })
  if (values.token === "new") return newToken(values)
  const resource = values.resource.trim()
  return isTokenAddress(resource)
    ? Either.right({ kind: "link", resource })
    : Either.left({ resource: "This is not a token address on the test network." })
}

/** Two to nine signers including the founder, at least two of whom must approve. */
const signersNamed = ({ signers, needed, opens }: DeployValues): Either.Either<Wanted["signers"], FieldErrors> => {
  if (opens === "one") return Either.right(null)
  const names = signers
    .split("\n")
    .map(tidyLine)
    .filter((name) => name !== "")
  const many = /^\d{1,2}$/.test(needed.trim()) ? Number(needed) : 0
  const fields: Record<string, string> = {}
  if (names.length < 1 || names.length > MOST_OTHERS) {
    fields.signers = `Name 1 to ${MOST_OTHERS} others, one per line.`
  } else if (new Set(names).size < names.length) fields.signers = "List each of them only once."
  else if (names.some(({ length }) => length > MOST_NAME)) fields.signers = "One of these lines is too long."
  else if (many < 2 || many > names.length + 1)
    fields.needed = `Enter 2 to ${names.length + 1}; you count as one of them.`
  return Object.keys(fields).length > 0 ? Either.left(fields) : Either.right({ names, needed: many })
}

/** Checks everything that needs neither the ledger nor the database. */
export const checkDeploy = (values: DeployValues): Either.Either<Wanted, FieldErrors> => {
  const admin = values.admin.trim()
  const token = tokenOf(values)
  const signers = signersNamed(values)
  const isAccount = isPayableAccount(admin)
  if (!isAccount || Either.isLeft(token) || Either.isLeft(signers)) {
    return Either.left({
      ...(isAccount ? {} : { admin: "This is not an account on the test network." }),
      ...(Either.isLeft(signers) ? signers.left : {}),
      ...(Either.isLeft(token) ? token.left : {})
    })
  }
  const isRecoverable = values.recoverable === "yes"
  return Either.right({ admin, token: token.right, isRecoverable, signers: signers.right })
}
