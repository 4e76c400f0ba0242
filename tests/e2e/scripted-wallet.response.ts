/** The scripted wallet's response to a request, by the behaviour the test chose. Pure except for the signatures. */
import type { KeyObject } from "node:crypto"
import { type Holder, prove, type WireProof } from "./scripted-wallet.keys"

interface Quantity {
  readonly quantifier: "exactly" | "atLeast"
  readonly quantity: number
}
interface AccountsAsked {
  readonly numberOfAccounts: Quantity
  readonly challenge?: string
}
interface PersonaDataAsked {
  readonly isRequestingName?: boolean
  readonly numberOfRequestedEmailAddresses?: Quantity
  readonly numberOfRequestedPhoneNumbers?: Quantity
}
/** A request as it came over the event; only the members that this wallet reads. */
export interface HeardInteraction {
  readonly interactionId: string
  readonly metadata: {
    readonly version: number
    readonly networkId: number
    readonly dAppDefinitionAddress: string
    readonly origin: string
  }
  readonly items: {
    readonly discriminator: string
    readonly auth?: { readonly discriminator: string; readonly challenge?: string; readonly identityAddress?: string }
    readonly reset?: { readonly accounts: boolean; readonly personaData: boolean }
    readonly proofOfOwnership?: {
      readonly challenge: string
      readonly accountAddresses?: ReadonlyArray<string>
      readonly identityAddress?: string
    }
    readonly ongoingAccounts?: AccountsAsked
    readonly oneTimeAccounts?: AccountsAsked
    readonly ongoingPersonaData?: PersonaDataAsked
    readonly oneTimePersonaData?: PersonaDataAsked
    readonly [other: string]: unknown
  }
}

export interface Approval {
  /** Labels or addresses, in the order in which they are shared. By default as many as requested, Main first. */
  readonly accounts?: ReadonlyArray<string>
  readonly personaLabel?: string
}

export type Behaviour =
  | "approve"
  | "refuse"
  /** Responds with something that is not a wallet response. */
  | "nonsense"
  /** The phone never receives the request. */
  | "silent"
  /** The phone receives it, and does not respond. */
  | "received"
  /** Every proof is made with a key that does not belong to its address. */
  | "wrong-key"
  /** Every proof has the right key and a signature over another message. */
  | "wrong-signature"
  | { readonly approve: Approval }
  | { readonly fail: { readonly error: string; readonly message?: string } }
  /** Success items that the test supplies. */
  | { readonly items: (interaction: HeardInteraction) => object }

interface Keys {
  readonly accounts: ReadonlyArray<Holder>
  readonly persona: Holder
  /** A key of none of the accounts. */
  readonly foreign: KeyObject
}

/** Undefined where the wallet stays silent. */
export const makeResponse = ({ accounts, foreign, persona }: Keys) => {
  const proofOf = (asked: HeardInteraction, behaviour: Behaviour, holder: Holder, challenge: string): WireProof => {
    const { dAppDefinitionAddress, origin } = asked.metadata
    const said = behaviour === "wrong-signature" ? "00".repeat(32) : challenge
    return prove(behaviour === "wrong-key" ? foreign : holder.key, said, dAppDefinitionAddress, origin)
  }

  const chosen = (names: ReadonlyArray<string>) =>
    names.map((name) => {
      const found = accounts.find((account) => account.label === name || account.address === name)
      if (found === undefined) throw new Error(`the scripted wallet has no account ${name}`)
      return found
    })

  const items = (asked: HeardInteraction, behaviour: Behaviour): object => {
    const approval = typeof behaviour === "object" && "approve" in behaviour ? behaviour.approve : {}
    const { auth, discriminator, proofOfOwnership, ...parts } = asked.items
    const prover = (holder: Holder, challenge: string) => proofOf(asked, behaviour, holder, challenge)

    const share = ({ challenge, numberOfAccounts }: AccountsAsked) => {
      const shared = approval.accounts ? chosen(approval.accounts) : accounts.slice(0, numberOfAccounts.quantity)
      return {
        accounts: shared.map(({ address, label }) => ({
          address,
          label,
          appearanceId: accounts.findIndex((account) => account.address === address)
        })),
        ...(challenge === undefined
          ? {}
          : {
              challenge,
              proofs: shared.map((holder) => ({ accountAddress: holder.address, proof: prover(holder, challenge) }))
            })
      }
    }
    const report = (wanted: PersonaDataAsked) => ({
      ...(wanted.isRequestingName
        ? { name: { variant: "western", givenNames: "Ada", familyName: "Lovelace", nickname: "" } }
        : {}),
      ...(wanted.numberOfRequestedEmailAddresses ? { emailAddresses: ["ada@example.org"] } : {}),
      ...(wanted.numberOfRequestedPhoneNumbers ? { phoneNumbers: ["+44 20 7946 0018"] } : {})
    })
    const shownPersona = { identityAddress: persona.address, label: approval.personaLabel ?? persona.label }

    return {
      discriminator,
      ...(auth === undefined
        ? {}
        : {
            auth: {
              discriminator: auth.discriminator,
              persona: shownPersona,
              ...(auth.challenge === undefined
                ? {}
                : { challenge: auth.challenge, proof: prover(persona, auth.challenge) })
            }
          }),
      ...(parts.ongoingAccounts ? { ongoingAccounts: share(parts.ongoingAccounts) } : {}),
      ...(parts.oneTimeAccounts ? { oneTimeAccounts: share(parts.oneTimeAccounts) } : {}),
      ...(parts.ongoingPersonaData ? { ongoingPersonaData: report(parts.ongoingPersonaData) } : {}),
      ...(parts.oneTimePersonaData ? { oneTimePersonaData: report(parts.oneTimePersonaData) } : {}),
      ...(proofOfOwnership === undefined
        ? {}
        : {
            proofOfOwnership: {
              challenge: proofOfOwnership.challenge,
              proofs: [
                ...chosen(proofOfOwnership.accountAddresses ?? []).map((holder) => ({
                  accountAddress: holder.address,
                  proof: prover(holder, proofOfOwnership.challenge)
                })),
                ...(proofOfOwnership.identityAddress === undefined
                  ? []
                  : [{ identityAddress: persona.address, proof: prover(persona, proofOfOwnership.challenge) }])
              ]
            }
          })
    }
  }

  const respond = (asked: HeardInteraction, behaviour: Behaviour): object | undefined => {
    const { interactionId } = asked
    if (behaviour === "silent" || behaviour === "received") return undefined
    if (behaviour === "nonsense") return { discriminator: "success", interactionId, items: { discriminator: "?" } }
    if (behaviour === "refuse") return { discriminator: "failure", interactionId, error: "rejectedByUser" }
    if (typeof behaviour === "object" && "fail" in behaviour) {
      return { discriminator: "failure", interactionId, ...behaviour.fail }
    }
    const own = typeof behaviour === "object" && "items" in behaviour
    return { discriminator: "success", interactionId, items: own ? behaviour.items(asked) : items(asked, behaviour) }
  }

  return respond
}
