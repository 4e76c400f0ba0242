/** Stored records as the button shows them (wallet protocol §2.13). Pure. */
import type { PersonaDataEntry, PersonaName } from "../schema/Persona"
import type { RequestItem } from "../schema/RequestItem"
import type { RequestCard } from "../WalletHandle"
import { canCancel, canIgnore } from "./requestItem"

export const toCard = (item: RequestItem): RequestCard => ({
  interactionId: item.interactionId,
  type: item.type,
  status: item.status,
  createdAt: item.createdAt,
  showCancel: canCancel(item),
  canIgnore: canIgnore(item) && !canCancel(item),
  receivedByWallet: item.receivedByWallet ?? false,
  ...(item.transactionIntentHash === undefined ? {} : { transactionIntentHash: item.transactionIntentHash }),
  ...(item.error === undefined ? {} : { error: { code: item.error, message: item.errorMessage ?? "" } }),
  ...(item.metadata?.transactionStatus === undefined ? {} : { transactionStatus: item.metadata.transactionStatus }),
  ...(item.metadata?.expirationTimestamp === undefined
    ? {}
    : { expirationTimestamp: item.metadata.expirationTimestamp }),
  ...(item.metadata?.parentTransactionIntentHash === undefined
    ? {}
    : { parentTransactionIntentHash: item.metadata.parentTransactionIntentHash })
})

export interface PersonaDataLine {
  readonly field: "fullName" | "emailAddress" | "phoneNumber"
  readonly value: string
}

const fullName = ({ familyName, givenNames, nickname, variant }: PersonaName): string => {
  const nick = nickname === "" ? "" : `"${nickname}"`
  const parts = variant === "western" ? [givenNames, nick, familyName] : [familyName, nick, givenNames]
  return parts.filter((part) => part !== "").join(" ")
}

const lineOf = (entry: PersonaDataEntry): PersonaDataLine => {
  switch (entry.entry) {
    case "fullName":
      return { field: "fullName", value: fullName(entry.fields) }
    case "emailAddresses":
      return { field: "emailAddress", value: entry.fields[0] ?? "" }
    case "phoneNumbers":
      return { field: "phoneNumber", value: entry.fields[0] ?? "" }
  }
}

/** One line for each kind of data; only the first of several, and none that is blank. */
export const personaDataLines = (entries: ReadonlyArray<PersonaDataEntry>): ReadonlyArray<PersonaDataLine> =>
  entries.map(lineOf).filter((line) => line.value.trim() !== "")
