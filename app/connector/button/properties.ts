/** Converts a snapshot to the button's properties (docs/connector.md). Pure. */
import type { RequestCard, WalletSnapshot } from "../WalletSnapshot"

export interface PersonaLine {
  readonly field: "fullName" | "emailAddress" | "phoneNumber"
  readonly value: string
}

/** Properties that follow from a snapshot; the page sets theme, mode and layout. */
export interface ConnectButtonProperties {
  readonly status: WalletSnapshot["status"]
  readonly connected: boolean
  readonly dAppName: string
  readonly personaLabel: string
  /** Unix milliseconds as a string, or empty. */
  readonly loggedInTimestamp: string
  readonly accounts: WalletSnapshot["accounts"]
  readonly personaData: ReadonlyArray<PersonaLine>
  /** Newest first. */
  readonly requestItems: ReadonlyArray<RequestCard>
  readonly isMobile: boolean
  readonly isWalletLinked: boolean
  readonly isExtensionAvailable: boolean
}

type Entry = WalletSnapshot["personaData"][number]

const fullName = ({ familyName, givenNames, nickname, variant }: Extract<Entry, { entry: "fullName" }>["fields"]) => {
  const quoted = nickname.trim() === "" ? "" : `"${nickname}"`
  const parts = variant === "western" ? [givenNames, quoted, familyName] : [familyName, quoted, givenNames]
  return parts.filter((part) => part.trim() !== "").join(" ")
}

const lineOf = (entry: Entry): PersonaLine => {
  if (entry.entry === "fullName") return { field: "fullName", value: fullName(entry.fields) }
  if (entry.entry === "emailAddresses") return { field: "emailAddress", value: entry.fields[0] ?? "" }
  return { field: "phoneNumber", value: entry.fields[0] ?? "" }
}

/** One line per kind, with only the first e-mail and phone; blank values are omitted. */
export const personaLines = (entries: ReadonlyArray<Entry>): ReadonlyArray<PersonaLine> =>
  entries.map(lineOf).filter(({ value }) => value.trim() !== "")

export const buttonProperties = (snapshot: WalletSnapshot): ConnectButtonProperties => ({
  status: snapshot.status,
  connected: snapshot.persona !== null,
  dAppName: snapshot.dAppName,
  personaLabel: snapshot.persona?.label ?? "",
  loggedInTimestamp: snapshot.loggedInTimestamp,
  accounts: snapshot.accounts,
  personaData: personaLines(snapshot.personaData),
  requestItems: snapshot.requests,
  isMobile: snapshot.isMobile,
  isWalletLinked: snapshot.isWalletLinked,
  isExtensionAvailable: snapshot.isExtensionAvailable
})
