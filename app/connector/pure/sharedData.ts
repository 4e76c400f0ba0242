/** Which lasting data is shared now, and how to request it again (docs/connector.md). Pure. */
import type { DataRequest } from "../schema/DataRequest"
import type { WalletItems } from "../schema/WalletInteraction"
import type { SharedData } from "../schema/WalletState"

/** An answered lasting request replaces the entries it requested; an unauthorized one changes nothing. */
export const nextSharedData = (before: SharedData, items: WalletItems): SharedData => {
  if (items.discriminator !== "authorizedRequest") return before
  const { auth, ongoingAccounts, ongoingPersonaData } = items
  return {
    persona: { proof: auth.discriminator === "loginWithChallenge" },
    ...(ongoingAccounts === undefined
      ? {}
      : {
          ongoingAccounts: {
            proof: ongoingAccounts.challenge !== undefined,
            numberOfAccounts: ongoingAccounts.numberOfAccounts
          }
        }),
    ...(ongoingPersonaData === undefined ? {} : { ongoingPersonaData })
  }
}

/** "Update account sharing": requests the same data again, with a new choice of accounts. */
export const updateRequest = ({ ongoingAccounts, ongoingPersonaData, persona }: SharedData): DataRequest => ({
  ...(ongoingAccounts === undefined
    ? {}
    : {
        accounts: {
          ...(ongoingAccounts.numberOfAccounts === undefined
            ? {}
            : { numberOfAccounts: ongoingAccounts.numberOfAccounts }),
          withProof: ongoingAccounts.proof,
          reset: true
        }
      }),
  ...(ongoingPersonaData === undefined ? {} : { personaData: personaDataAgain(ongoingPersonaData) }),
  ...(persona === undefined ? {} : { persona: { withProof: false } })
})

const personaDataAgain = (
  shared: NonNullable<SharedData["ongoingPersonaData"]>
): NonNullable<DataRequest["personaData"]> => ({
  ...(shared.isRequestingName === undefined ? {} : { fullName: shared.isRequestingName }),
  ...(shared.numberOfRequestedEmailAddresses === undefined
    ? {}
    : { emailAddresses: shared.numberOfRequestedEmailAddresses }),
  ...(shared.numberOfRequestedPhoneNumbers === undefined ? {} : { phoneNumbers: shared.numberOfRequestedPhoneNumbers }),
  reset: false
})
