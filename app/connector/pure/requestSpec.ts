/** Converts a dApp's `RequestSpec` to a data request. Pure. */
import type { PreAuthorizationInput, PreAuthorizationRequest, RequestSpec } from "../Requests"
import type { DataRequest, Quantity } from "../schema/DataRequest"

const EXACTLY_ONE: Quantity = { quantifier: "exactly", quantity: 1 }

const quantityOf = (asked: boolean | Quantity | undefined): Quantity | undefined =>
  asked === true ? EXACTLY_ONE : asked === false ? undefined : asked

/** Completes a quantifier or quantity alone with "at least" or 1. */
const accountsOf = (asked: NonNullable<RequestSpec["accounts"]>): NonNullable<DataRequest["accounts"]> => ({
  ...(asked.quantifier === undefined && asked.quantity === undefined
    ? {}
    : { numberOfAccounts: { quantifier: asked.quantifier ?? "atLeast", quantity: asked.quantity ?? 1 } }),
  ...(asked.withProof === undefined ? {} : { withProof: asked.withProof }),
  ...(asked.reset === undefined ? {} : { reset: asked.reset })
})

const personaDataOf = (asked: NonNullable<RequestSpec["personaData"]>): NonNullable<DataRequest["personaData"]> => {
  const emailAddresses = quantityOf(asked.emailAddresses)
  const phoneNumbers = quantityOf(asked.phoneNumbers)
  return {
    ...(asked.fullName === undefined ? {} : { fullName: asked.fullName }),
    ...(emailAddresses === undefined ? {} : { emailAddresses }),
    ...(phoneNumbers === undefined ? {} : { phoneNumbers }),
    ...(asked.reset === undefined ? {} : { reset: asked.reset })
  }
}

const ownershipOf = ({
  accounts,
  identity
}: NonNullable<RequestSpec["proofOfOwnership"]>): NonNullable<DataRequest["proofOfOwnership"]> => ({
  ...(accounts === undefined ? {} : { accountAddresses: accounts }),
  ...(identity === undefined ? {} : { identityAddress: identity })
})

export const toDataRequest = ({ accounts, persona, personaData, proofOfOwnership }: RequestSpec): DataRequest => ({
  ...(accounts === undefined ? {} : { accounts: accountsOf(accounts) }),
  ...(personaData === undefined ? {} : { personaData: personaDataOf(personaData) }),
  ...(persona === undefined ? {} : { persona }),
  ...(proofOfOwnership === undefined ? {} : { proofOfOwnership: ownershipOf(proofOfOwnership) })
})

export const toPreAuthorization = ({
  expiration,
  manifest,
  ...rest
}: PreAuthorizationInput): PreAuthorizationRequest => ({
  ...rest,
  subintentManifest: manifest,
  expiration:
    expiration.type === "atTime"
      ? { discriminator: "expireAtTime", unixTimestampSeconds: expiration.value }
      : { discriminator: "expireAfterDelay", expireAfterSeconds: expiration.value }
})
