/**
 * Reads accounts from a ledger gateway, in a page or on a server: owner keys and the balance of one resource, twenty at
 * a time, at a version of the ledger or now. Pure except for the request, which the caller provides.
 */
import { Either, Option, Schema } from "effect"
import { EntityDetails, type OwnerKey, ownerKeysIn } from "~/connector/index"

/**
 * One POST to a gateway: its JSON; undefined if the gateway responds that something does not exist. Rejects otherwise.
 */
export type AskLedger = (path: string, body: object) => Promise<unknown>

export interface OnLedger {
  /** Null if the ledger lists none: then the address must derive from the key. */
  readonly keys: ReadonlyArray<OwnerKey> | null
  /** Balance of the requested resource; "0" if none was requested. */
  readonly balance: string
}

export interface Question {
  readonly accounts: ReadonlyArray<string>
  readonly resource: string | null
  /** Ledger state version; null for now. */
  readonly version: number | null
}

const AT_ONCE = 20 // addresses in one call, docs/connector.md

const Held = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({ resource_address: Schema.String, amount: Schema.String.pipe(Schema.pattern(/^\d+(\.\d+)?$/)) })
  ),
  next_cursor: Schema.optional(Schema.NullOr(Schema.String))
})
const readEntities = Schema.decodeUnknownSync(Schema.Struct({ items: Schema.Array(EntityDetails) }))
const readHeld = Schema.decodeUnknownSync(Held)

const atVersion = (version: number | null) => (version === null ? {} : { at_ledger_state: { state_version: version } })

const balanceIn = async (ask: AskLedger, entity: EntityDetails, { resource, version }: Question): Promise<string> => {
  if (resource === null || entity.fungible_resources === undefined) return "0"
  let page = readHeld(entity.fungible_resources)
  for (;;) {
    const found = page.items.find(({ resource_address }) => resource_address === resource)
    if (found !== undefined) return found.amount
    if (page.next_cursor == null) return "0"
    const body = { address: entity.address, aggregation_level: "Global", cursor: page.next_cursor }
    page = readHeld(await ask("/state/entity/page/fungibles/", { ...body, ...atVersion(version) }))
  }
}

const oneCall = async (
  ask: AskLedger,
  accounts: ReadonlyArray<string>,
  question: Question
): Promise<ReadonlyArray<readonly [account: string, OnLedger]>> => {
  const reply = await ask("/state/entity/details", {
    addresses: accounts,
    aggregation_level: "Global",
    opt_ins: { explicit_metadata: ["owner_keys"] },
    ...atVersion(question.version)
  })
  if (reply === undefined) {
    // If one of them does not exist, each is requested on its own, and that one is left out.
    if (accounts.length === 1) return []
    const single = await Promise.all(accounts.map((account) => oneCall(ask, [account], question)))
    return single.flat()
  }
  const found: Array<readonly [string, OnLedger]> = []
  for (const entity of readEntities(reply).items) {
    const keys = Either.getOrThrowWith(ownerKeysIn(entity), (words) => new Error(words))
    found.push([entity.address, { keys: Option.getOrNull(keys), balance: await balanceIn(ask, entity, question) }])
  }
  return found
}

/** Accounts that are not on the ledger are missing in the result. */
export const askAccounts = async (
  ask: AskLedger,
  question: Question,
  onProgress: (done: number) => void = () => undefined
): Promise<ReadonlyMap<string, OnLedger>> => {
  const all = new Map<string, OnLedger>()
  for (let at = 0; at < question.accounts.length; at += AT_ONCE) {
    const some = question.accounts.slice(at, at + AT_ONCE)
    for (const [account, found] of await oneCall(ask, some, question)) all.set(account, found)
    onProgress(Math.min(at + AT_ONCE, question.accounts.length))
  }
  return all
}
