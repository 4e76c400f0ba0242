/** The manifest templates of the design, filled with values. Tests only: the app builds trees, never text. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { Option } from "effect"
import { deriveAddress, type ManifestKind, wellKnown, writeAddress, writeHash } from "~/ledger/index"
import { templatesFolder } from "./scenarios"

export interface Template {
  /** "01" to "32". */
  readonly number: string
  readonly name: string
  readonly kind: ManifestKind
  readonly text: string
}

const KINDS: Readonly<Record<string, ManifestKind>> = { v1: "v1", root: "v2", subintent: "subintent" }

export const templates: ReadonlyArray<Template> | undefined = existsSync(templatesFolder)
  ? readdirSync(templatesFolder)
      .filter((file) => file.endsWith(".rtm"))
      .sort()
      .map((file) => {
        const [name = "", kind = ""] = file.split(".")
        return {
          number: name.slice(0, 2),
          name,
          kind: KINDS[kind] ?? "v1",
          text: readFileSync(new URL(file, templatesFolder), "utf8")
        }
      })
  : undefined

const STOKENET = 2
const account = (seed: number) => deriveAddress("account", "curve25519", new Uint8Array(32).fill(seed), STOKENET)
const entity = (byte: number, seed: number) =>
  Option.getOrThrow(writeAddress(Uint8Array.of(byte, ...new Uint8Array(29).fill(seed)), STOKENET))
const subintent = (seed: number) => writeHash("subtxid", new Uint8Array(32).fill(seed), STOKENET)

/** A fitting value for every placeholder. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  LOCKER_PACKAGE: wellKnown("lockerPackage", STOKENET),
  ADMIN_ACCOUNT: account(1),
  MEMBER_1: account(2),
  MEMBER_2: account(3),
  PAYEE: account(4),
  OWNER_BADGE: entity(0x9a, 1),
  MEMBER_BADGE: entity(0x9a, 2),
  BOND: entity(0x9a, 3),
  TOKEN: entity(0x5d, 1),
  COLLATERAL: entity(0x5d, 2),
  APPROVAL: entity(0x5d, 3),
  SERIES_RESOURCE: entity(0x5d, 4),
  TREASURY: entity(0xc1, 1),
  ESCROW: entity(0xc1, 2),
  LOCKER: entity(0x68, 1),
  VAULT: entity(0xc3, 1),
  SUBINTENT_1: subintent(1),
  SUBINTENT_2: subintent(2),
  SUBINTENT_3: subintent(3),
  COMMUNITY_NAME: "Harbour Commons",
  COMMUNITY_ID: "c-4711",
  DESCRIPTION: "Keeps the harbour",
  SYMBOL: "HARB",
  ICON_URL: "https://example.org/icon.png",
  SITE_ORIGIN: "https://example.org",
  INITIAL_SUPPLY: "1000000",
  MINT_RULE: "Enum<1u8>()",
  MINT_RULE_UPDATER: "Enum<1u8>()",
  RECOVER_RULE: "Enum<1u8>()",
  TRY_DIRECT: "true",
  BATCH_ID: "b1",
  BATCH_HASH: "0".repeat(64),
  PROPOSAL_ID: "p1",
  PROPOSAL_HASH: "1".repeat(64),
  TERMS_HASH: "2".repeat(64),
  TERMS_URL: "https://example.org/terms",
  SERIES: "Harbour bond A",
  SERIES_ID: "s1",
  UNITS: "1000",
  AMOUNT: "5",
  WK_DECIMAL: "192",
  DELAY_MINUTES: "10u32"
}

export const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? EXAMPLES[name]
    if (value === undefined) throw new Error(`nothing to put in place of ${name}`)
    return value
  })
