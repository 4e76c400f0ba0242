/**
 * Rule of a multisig treasury (n of m signers) with native blueprints (docs/ledger.md). Its owner rule counts single
 * badges. Signers approve requests under it (requests.ts).
 */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Instruction, Manifest } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import { type Admin, countOf, idItem, proofOfAdmin, requires } from "./pieces"

export interface Keepers {
  readonly treasury: AccountAddress
  readonly badge: ResourceAddress
  /** Ids of the badges that count, as `#1#`. */
  readonly ids: ReadonlyArray<string>
  /** How many of them are required. */
  readonly needed: number
}

export const setRule = ({ badge, ids: keepers, needed, treasury }: Keepers): Instruction =>
  Tree.instruction("SET_OWNER_ROLE", Tree.address(treasury), countOf(needed, ...keepers.map((id) => idItem(badge, id))))

export const openedByOne = (treasury: AccountAddress, badge: ResourceAddress): Instruction =>
  Tree.instruction("SET_OWNER_ROLE", Tree.address(treasury), requires(Tree.address(badge)))

/** Changes a treasury from a single badge to n of m, signed by one of its admins. */
export const guardTreasury = ({ admin, ...keepers }: Keepers & { readonly admin: Admin }): Manifest =>
  Tree.manifest(proofOfAdmin(admin), setRule(keepers))
