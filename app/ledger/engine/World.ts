/**
 * One transaction's view of the ledger: rows, open vaults, new addresses, locked fees, events.
 *
 * Vaults are opened once and written back at the end; everything is discarded together if the transaction fails.
 */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { holderOf, publicKeyHash } from "../address"
import type { Amount } from "../amount"
import { ENTITY, readAddress, wellKnown, writeAddress } from "../entities"
import { hash, writeHash } from "../hash"
import type { PublicKey } from "../transaction/parts"
import { Abort, need } from "./abort"
import { type Badge, requires } from "./auth/Rule"
import { FungibleHolding, type Holding, NonFungibleHolding } from "./Holding"
import { Draft, type Rows } from "./state/Draft"
import type { LedgerEvent } from "./state/receipt"
import type { Entity, EntityOf, ResourceEntity } from "./state/rows"

export interface LedgerTime {
  /** Seconds since 1970. */
  readonly now: number
  readonly epoch: number
}

interface FeeLock {
  readonly holder: string
  /** Amount as locked; `held` is what is left of it. */
  readonly amount: Amount
  readonly held: Holding
}

const MAX_EVENTS = 256 // docs/ledger.md

export class World {
  readonly draft: Draft
  readonly events: Array<LedgerEvent> = []
  readonly created: Array<string> = []
  /** Entities that were called, created or paid. */
  readonly touched = new Set<string>()
  readonly feeLocks: Array<FeeLock> = []
  newVaults = 0
  faucetUsed = false
  private readonly vaults = new Map<string, Holding>()
  private readonly texts = new Map<string, string>()
  private counter = 0

  constructor(
    rows: Rows,
    readonly networkId: number,
    readonly time: LedgerTime,
    /** Hash of the root intent. */
    readonly intentHash: Uint8Array
  ) {
    this.draft = new Draft(rows)
  }

  emit(event: LedgerEvent) {
    if (this.events.length === MAX_EVENTS) throw new Abort(`more than ${MAX_EVENTS} events`)
    this.events.push(event)
  }

  text(bytes: Uint8Array): string {
    const key = bytesToHex(bytes)
    const known = this.texts.get(key)
    if (known !== undefined) return known
    const text = Option.getOrUndefined(writeAddress(bytes, this.networkId))
    if (text === undefined) throw new Abort("an address names no known entity")
    this.texts.set(key, text)
    return text
  }

  nextCount = (): number => ++this.counter

  /** Derived from the entity byte, the hash of the intent, and the number of addresses it has created so far. */
  newAddress = (entityByte: number): string =>
    this.text(Uint8Array.of(entityByte, ...hash(this.intentHash, utf8ToBytes(`address ${this.nextCount()}`)).slice(3)))

  get createdBy(): string {
    return writeHash("txid", this.intentHash, this.networkId)
  }

  /** Set aside immediately; what the transaction does not use is returned at its end. */
  lockFee(holder: string, amount: Amount) {
    const taken = this.vault(holder, this.xrd()).take(amount)
    this.feeLocks.push({ holder, amount, held: taken })
    this.emit({ name: "LockFeeEvent", emitter: holder, resource: this.xrd(), amount })
  }

  create(address: string, entity: Entity) {
    this.draft.set("entity", address, entity)
    this.created.push(address)
  }

  xrd = (): string => wellKnown("xrd", this.networkId)

  /** An account that is derived from a key exists without a row. */
  entity(address: string): Entity {
    const known = this.draft.get("entity", address)
    if (known !== undefined) return known
    return need(derivedAccount(address, this.networkId), `${address} does not exist`)
  }

  entityOf<B extends Entity["blueprint"]>(address: string, blueprint: B): EntityOf<B> {
    const entity = this.entity(address)
    if (entity.blueprint !== blueprint) throw new Abort(`${address} is not of the blueprint ${blueprint}`)
    return entity as EntityOf<B> // ensured by its discriminator
  }

  resource(address: string): ResourceEntity {
    const entity = this.entity(address)
    if (entity.blueprint === "FungibleResourceManager" || entity.blueprint === "NonFungibleResourceManager")
      return entity
    throw new Abort(`${address} is not a resource`)
  }

  /** An empty holding of a resource. */
  nothingOf = (address: string): Holding => {
    const entity = this.resource(address)
    return entity.blueprint === "FungibleResourceManager"
      ? new FungibleHolding(address, entity.divisibility, 0n)
      : new NonFungibleHolding(address, [])
  }

  hasVault = (holder: string, resource: string): boolean =>
    this.vaults.has(`${holder}/${resource}`) || this.draft.get("balance", `${holder}/${resource}`) !== undefined

  vault(holder: string, resource: string): Holding {
    const key = `${holder}/${resource}`
    const open = this.vaults.get(key)
    if (open !== undefined) return open
    const entity = this.resource(resource)
    const balance = this.draft.get("balance", key)
    const vault =
      entity.blueprint === "FungibleResourceManager"
        ? new FungibleHolding(resource, entity.divisibility, balance?.amount ?? 0n)
        : new NonFungibleHolding(resource, balance?.ids ?? [])
    if (balance === undefined) {
      this.newVaults += 1
      this.draft.set("vault", vaultAddress(holder, resource, this.networkId), { holder, resource })
    }
    this.vaults.set(key, vault)
    return vault
  }

  /** Writes vaults back, and the owner of each non-fungible. */
  close() {
    for (const [key, { amount, ids, resource }] of this.vaults) {
      this.draft.set("balance", key, ids === undefined ? { amount } : { amount, ids: [...ids] })
      const holder = key.slice(0, key.lastIndexOf("/"))
      for (const id of ids ?? []) {
        const itemKey = `${resource}/${id}`
        const item = need(this.draft.get("item", itemKey), `${resource} ${id} does not exist`)
        if (item.holder !== holder) this.draft.set("item", itemKey, { ...item, holder })
      }
    }
  }
}

/** The account that an address implies: its owner is the signer with the key that it is derived from. */
export const derivedAccount = (address: string, networkId: number): EntityOf<"Account"> | undefined => {
  const holder = Option.getOrUndefined(holderOf(address, networkId))
  if (holder?.kind !== "account" || holder.curve === undefined) return undefined
  const badge = wellKnown(SIGNATURE_BADGE[holder.curve], networkId)
  return {
    blueprint: "Account",
    owner: { rule: requires(badge, `[${holder.keyHash}]`), updatable: false },
    roles: {},
    createdBy: "",
    deposits: "accept",
    preferences: {},
    depositors: []
  }
}

/** Resource whose non-fungibles represent keys of a curve. */
export const SIGNATURE_BADGE = { curve25519: "ed25519Badge", secp256k1: "secp256k1Badge" } as const

/** A vault's address follows from its owner and its resource. */
export const vaultAddress = (holder: string, resource: string, networkId: number): string => {
  const isFungible = Either.getOrUndefined(readAddress(resource, networkId))?.[0] === ENTITY.fungible
  const body = hash(utf8ToBytes(`vault ${holder}/${resource}`)).slice(3)
  const bytes = Uint8Array.of(isFungible ? ENTITY.fungibleVault : ENTITY.nonFungibleVault, ...body)
  return Option.getOrThrow(writeAddress(bytes, networkId)) // both bytes are known entities
}

/** What a global entity proves by calling: the hash of the SBOR encoding of "global object, this address". */
export const globalCaller = (address: string, networkId: number): Badge => {
  const bytes = Either.getOrThrowWith(readAddress(address, networkId), (reason) => new Abort(reason))
  const id = hash(Uint8Array.of(0x5c, 0x22, 0x00, 0x01, 0x80), bytes)
  return { resource: wellKnown("globalCallerBadge", networkId), id: `[${bytesToHex(id)}]` }
}

/** What a signature with this key proves. */
export const badgeOfKey = ({ bytes, curve }: PublicKey, networkId: number): Required<Badge> => ({
  resource: wellKnown(SIGNATURE_BADGE[curve], networkId),
  id: `[${bytesToHex(publicKeyHash(bytes))}]`
})
