/** Where a community's admin badges are, and what its treasury lists as its own, read from the ledger. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Option, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textsIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { ENTITY, wellKnown, writeAddress } from "~/ledger/index"
import type { BadgeHolder, Claimed } from "./badges"
import { claimedEntities } from "./linksStep.server"
import type { SignerRule } from "./roles"
import { countsKeys } from "./seatIds"
import type { OnLedger } from "./TreasuryHolders.server"

/** Badges are numbered from 1; the gateway returns at most this many in one response. */
const MOST_BADGES = 100
const numbers = Array.from({ length: MOST_BADGES }, (_, index) => `#${index + 1}#`)

/** The badges of each holder, and the first free number; null if all are used. */
export const badgesOf = Effect.fn("badgesOf")(function* (badge: ResourceAddress) {
  const ledger = yield* Ledger
  const { owners, time } = yield* orGatewayDown(ledger.itemLocations(badge, numbers))
  const held = new Map<string, Array<string>>()
  for (const id of numbers) {
    const owner = owners.get(id)
    if (typeof owner === "string") held.set(owner, [...(held.get(owner) ?? []), id])
  }
  return { time, held, free: numbers.find((id) => !owners.has(id)) ?? null }
})

/** The account whose address derives from this key. */
const accountOfKey = (seat: string): string => {
  const [resource, id = ""] = seat.split(":")
  const entity = resource === wellKnown("ed25519Badge", NETWORK_ID) ? ENTITY.ed25519Account : ENTITY.secp256k1Account
  return Option.getOrElse(writeAddress(Uint8Array.of(entity, ...hexToBytes(id.slice(1, -1))), NETWORK_ID), () => "")
}

/** The keys of a rule by account. One that is not stored is of the account that derives from it. */
export const keysHeld = ({ ids }: SignerRule, stored: ReadonlyMap<string, string>) => {
  const held = new Map<string, Array<string>>()
  for (const id of ids) {
    const account = stored.get(id) ?? accountOfKey(id)
    held.set(account, [...(held.get(account) ?? []), id])
  }
  return held
}

/**
 * Which accounts sign for the badges or keys of a rule. The ledger says who holds a badge. Whose a key is was stored when
 * the rule was made.
 */
export const seatsHeld = Effect.fn("seatsHeld")(function* (
  communityId: CommunityId,
  badge: ResourceAddress,
  rule: SignerRule
) {
  if (!countsKeys(rule)) return yield* badgesOf(badge)
  const sql = yield* Sql
  const ledger = yield* Ledger
  const find = findAll({
    Request: Schema.String,
    Result: Schema.Struct({ badgeId: Schema.String, account: AccountAddress }),
    execute: (id) => sql`SELECT badge_id, account FROM signers WHERE community_id = ${id}`
  })
  const { time } = yield* orGatewayDown(ledger.currentState())
  const stored = new Map((yield* find(communityId)).map((row) => [row.badgeId, row.account]))
  return { time, held: keysHeld(rule, stored) }
})

export const namesOf = (accounts: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (accounts.length === 0) return new Map<string, string>()
    const sql = yield* Sql
    const find = findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ accountAddress: AccountAddress, username: Schema.String }),
      execute: (addresses) => sql`SELECT account_address, username FROM users
        WHERE ${sql.in("account_address", addresses)} AND status = 'active'`
    })
    const rows = yield* find(accounts)
    return new Map(rows.map(({ accountAddress, username }) => [accountAddress, username]))
  })

export const holdersIn = (
  held: ReadonlyMap<string, ReadonlyArray<string>>,
  names: ReadonlyMap<string, string>
): ReadonlyArray<BadgeHolder> => [...held].map(([address, ids]) => ({ address, ids, name: names.get(address) ?? null }))

/** Resources that the community made after its deployment: its bonds. */
const ownSeries = (communityId: CommunityId) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const find = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ code: Schema.String, bondResource: ResourceAddress }),
      execute: (id) => sql`SELECT code, bond_resource FROM bond_series
        WHERE community_id = ${id} AND bond_resource IS NOT NULL ORDER BY created_at, id LIMIT 200`
    })
    return yield* find(communityId)
  })

export const linksOf = Effect.fn("linksOf")(function* (community: Community, place: OnLedger) {
  const ledger = yield* Ledger
  const series = yield* ownSeries(community.id)
  const { byAddress } = yield* orGatewayDown(ledger.entityDetails([place.treasury], { metadata: [claimedEntities] }))
  const there = textsIn(byAddress.get(place.treasury)?.metadata ?? new Map(), claimedEntities)
  const own: ReadonlyArray<Claimed> = [
    { address: place.badge, name: "Admin badge" },
    { address: place.locker, name: "Locker" },
    ...series.map(({ bondResource, code }) => ({ address: bondResource, name: `Bond ${code}` }))
  ]
  const named = (address: string): Claimed =>
    own.find((each) => each.address === address) ?? {
      address,
      name: address === place.token ? "Token" : "Something else"
    }
  return { claimed: there.map(named), missing: own.filter(({ address }) => !there.includes(address)) }
})
