/**
 * Rule of a multisig treasury (n of m signers) with native blueprints (docs/ledger.md). Its owner rule counts single
 * badges, or the keys of the signers. Signers approve requests under it (requests.ts).
 */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Instruction, Manifest } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import { type Admin, countOf, proofOfAdmin, requires, seatItem } from "./snippets"

export interface SignerGroup {
  readonly treasury: AccountAddress
  readonly badge: ResourceAddress
  /** Ids of the badges that count, for example `#1#`; or only keys, by the global ids of their badges. */
  readonly ids: ReadonlyArray<string>
  /** How many of them are required. */
  readonly needed: number
}

export const setRule = ({ badge, ids: signers, needed, treasury }: SignerGroup): Instruction =>
  Tree.instruction(
    "SET_OWNER_ROLE",
    Tree.address(treasury),
    countOf(needed, ...signers.map((id) => seatItem(badge, id)))
  )

export const openedByOne = (treasury: AccountAddress, badge: ResourceAddress): Instruction =>
  Tree.instruction("SET_OWNER_ROLE", Tree.address(treasury), requires(Tree.address(badge)))

/** Changes a treasury from a single badge to n of m, signed by one of its admins. */
export const guardTreasury = ({ admin, ...signers }: SignerGroup & { readonly admin: Admin }): Manifest =>
  Tree.manifest(proofOfAdmin(admin), setRule(signers))
