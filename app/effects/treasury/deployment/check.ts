/** The rules of the deploy form, with a message for each field. Pure. */
import { Either } from "effect"
import type { FieldErrors } from "~/effects/base/remix/form"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { tidyLine } from "~/effects/base/text/plain"
import { type AccountAddress, isHolderAddress, type ResourceAddress } from "~/ledger/address"
import { type AmountText, amountOf, isAmountText, isDivisible, isResourceAddress, ONE } from "~/ledger/index"
import type { DeployValues } from "./values"

/** What is to be made, read from the texts of the form. */
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
}

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

/** Everything that can be said without asking anybody. */
export const checkDeploy = (values: DeployValues): Either.Either<Wanted, FieldErrors> => {
  const admin = values.admin.trim()
  const token = tokenOf(values)
  if (!isHolderAddress("account", admin, NETWORK_ID)) {
    const wrong = { admin: "This is not an account on the test network." }
    return Either.left(Either.isLeft(token) ? { ...wrong, ...token.left } : wrong)
  }
  if (Either.isLeft(token)) return Either.left(token.left)
  return Either.right({ admin, token: token.right, isRecoverable: values.recoverable === "yes" })
}
