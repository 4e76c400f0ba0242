/** Which lasting data is shared now, and how to ask for it afresh (docs/connector.md, 2.12). Pure. */
import type { DataRequest } from "../schema/DataRequest"
import type { WalletItems } from "../schema/WalletInteraction"
import type { SharedData } from "../schema/WalletState"

/** What a lasting request, now answered, asked for replaces what was known; an unauthorized one leaves it alone. */
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

/** "Update account sharing": the same questions once more, the accounts chosen anew. */
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
