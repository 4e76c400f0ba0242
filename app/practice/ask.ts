/** Puts a request into words: what is requested, and what has to be chosen. Pure. */
import { Either, Schema } from "effect"
import { isChallenge, WalletInteraction } from "~/connector/index"
import type { Keys } from "./keys"

/** A refusal with the wallet's error codes (docs/connector.md). */
export interface Failure {
  readonly error: string
  readonly message?: string
}

type Items<K extends string> = Extract<WalletInteraction["items"], { readonly discriminator: K }>
export type DataItems = Items<"authorizedRequest"> | Items<"unauthorizedRequest">
type Quantity = NonNullable<DataItems["oneTimeAccounts"]>["numberOfAccounts"]

export type PersonField = "name" | "email" | "phone"

/** What the user is asked. */
export interface Question {
  readonly interactionId: string
  readonly origin: string
  /** One sentence for each requested thing. */
  readonly lines: ReadonlyArray<string>
  /** Manifest, for those who read them. */
  readonly manifest?: string
  /** How many accounts must be chosen; empty if none are requested. All conditions apply. */
  readonly counts: ReadonlyArray<Quantity>
  /** Fields of personal data that are requested. */
  readonly fields: ReadonlyArray<PersonField>
}

/** A data request with its description in words. */
export interface Ask extends Question {
  readonly dAppDefinitionAddress: string
  readonly items: DataItems
}

const invalid = (message: string): Failure => ({ error: "invalidRequest", message })

const howMany = ({ quantifier, quantity }: Quantity): string => {
  const word = quantity === 1 ? "1 account" : `${quantity} accounts`
  return quantifier === "exactly" ? `exactly ${word}` : `${word} or more`
}

/** Error for a chosen number of accounts; every condition of the request must be met. */
export const countProblem = (counts: ReadonlyArray<Quantity>, chosen: number): string | undefined => {
  const broken = counts.find(({ quantifier, quantity }) =>
    quantifier === "exactly" ? chosen !== quantity : chosen < quantity
  )
  return broken && `Choose ${howMany(broken)}.`
}

const fieldNames: Readonly<Record<PersonField, string>> = {
  name: "name",
  email: "e-mail address",
  phone: "phone number"
}

type PersonaDataItem = NonNullable<DataItems["oneTimePersonaData"]>
const fieldsOf = (data: PersonaDataItem | undefined): ReadonlyArray<PersonField> => [
  ...(data?.isRequestingName === true ? (["name"] as const) : []),
  ...(data?.numberOfRequestedEmailAddresses === undefined ? [] : (["email"] as const)),
  ...(data?.numberOfRequestedPhoneNumbers === undefined ? [] : (["phone"] as const))
]

const ongoingOf = (items: DataItems) =>
  items.discriminator === "authorizedRequest"
    ? { accounts: items.ongoingAccounts, data: items.ongoingPersonaData }
    : { accounts: undefined, data: undefined }

const linesOf = (items: DataItems, { accounts, persona }: Keys): ReadonlyArray<string> => {
  const lines: Array<string> = []
  if (items.discriminator === "authorizedRequest") {
    const { auth, proofOfOwnership, reset } = items
    lines.push(
      auth.discriminator === "usePersona"
        ? `Continue as ${persona.label}.`
        : `Log in as ${persona.label}${auth.discriminator === "loginWithChallenge" ? ", with a signed proof" : ""}.`
    )
    if (reset?.accounts) lines.push("Choose again which accounts you share.")
    if (reset?.personaData) lines.push("Choose again which personal data you share.")
    if (proofOfOwnership) {
      const named = accounts.filter(({ address }) => proofOfOwnership.accountAddresses?.includes(address))
      const owned = [...named, ...(proofOfOwnership.identityAddress === undefined ? [] : [persona])]
      lines.push(`Prove with a signature that you own ${owned.map(({ label }) => label).join(" and ")}.`)
    }
  }
  const ongoing = ongoingOf(items)
  const parts = [
    { when: "from now on", accounts: ongoing.accounts, data: ongoing.data },
    { when: "this once", accounts: items.oneTimeAccounts, data: items.oneTimePersonaData }
  ]
  for (const { accounts: asked, data, when } of parts) {
    if (asked) {
      const proof = asked.challenge === undefined ? "" : ", with a signed proof of each"
      lines.push(`See ${howMany(asked.numberOfAccounts)} of yours, ${when}${proof}.`)
    }
    const fields = fieldsOf(data)
    if (fields.length > 0) lines.push(`Know your ${fields.map((field) => fieldNames[field]).join(", ")}, ${when}.`)
  }
  return lines
}

const problemOf = (items: DataItems, { accounts, persona }: Keys): Failure | undefined => {
  const ongoing = ongoingOf(items)
  const quantities = [ongoing.accounts, items.oneTimeAccounts].flatMap((asked) =>
    asked ? [asked.numberOfAccounts] : []
  )
  if (quantities.some(({ quantifier, quantity }) => quantifier === "exactly" && quantity === 0)) {
    return invalid("A request for exactly 0 accounts makes no sense.")
  }
  const challenges = [ongoing.accounts?.challenge, items.oneTimeAccounts?.challenge]
  if (items.discriminator === "authorizedRequest") {
    const { auth, proofOfOwnership } = items
    if (auth.discriminator === "loginWithChallenge") challenges.push(auth.challenge)
    challenges.push(proofOfOwnership?.challenge)
    if (auth.discriminator === "usePersona" && auth.identityAddress !== persona.address)
      return { error: "invalidPersona" }
    const isForeign =
      proofOfOwnership?.accountAddresses?.some((address) => !accounts.some((own) => own.address === address)) ===
        true || (proofOfOwnership?.identityAddress ?? persona.address) !== persona.address
    if (isForeign) return { error: "invalidPersonaOrAccounts" }
  }
  const isBad = challenges.some((challenge) => challenge !== undefined && !isChallenge(challenge))
  return isBad ? invalid("A challenge must have 64 hex digits.") : undefined
}

const versionOf = (raw: unknown): unknown =>
  typeof raw === "object" &&
  raw !== null &&
  "metadata" in raw &&
  typeof raw.metadata === "object" &&
  raw.metadata !== null
    ? (raw.metadata as { readonly version?: unknown }).version
    : undefined

/** Validates the envelope of a request, as every wallet does before it reads the items. */
export const readInteraction = (raw: unknown, networkId: number): Either.Either<WalletInteraction, Failure> => {
  const read = Schema.decodeUnknownEither(WalletInteraction)(raw)
  if (Either.isLeft(read)) {
    const version = versionOf(raw)
    return Either.left(
      typeof version === "number" && version !== 2
        ? { error: "incompatibleVersion" }
        : invalid("The practice wallet cannot read this request.")
    )
  }
  return read.right.metadata.networkId === networkId ? Either.right(read.right) : Either.left({ error: "wrongNetwork" })
}

/**
 * Validates a data request before the user sees it. `origin` is the page's own, because a request's claim does not
 * count.
 */
export const readAsk = (
  { interactionId, metadata }: WalletInteraction,
  items: DataItems,
  origin: string,
  keys: Keys
): Either.Either<Ask, Failure> => {
  const problem = problemOf(items, keys)
  if (problem !== undefined) return Either.left(problem)
  const ongoing = ongoingOf(items)
  return Either.right({
    interactionId,
    origin,
    dAppDefinitionAddress: metadata.dAppDefinitionAddress,
    items,
    lines: linesOf(items, keys),
    counts: [ongoing.accounts, items.oneTimeAccounts].flatMap((asked) => (asked ? [asked.numberOfAccounts] : [])),
    fields: [...new Set([...fieldsOf(ongoing.data), ...fieldsOf(items.oneTimePersonaData)])]
  })
}
