/** What keepers sign for an act, and what joins it. Pure. */
import { Either } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  type AccountAddress,
  type Admin,
  amountOf,
  type Manifest,
  parseManifest,
  type ResourceAddress,
  Templates
} from "~/ledger/index"
import type { Act, Part } from "./Act"
import { isStepAct } from "./actWords"

/** Locked from the faucet for one transaction; what is not used goes back. */
const FEE = 10n * 10n ** 18n

/** What a part of an act is built from. */
export interface Scene {
  readonly treasury: AccountAddress
  readonly keeper: Admin
  readonly settler: Templates.KeyBadge
}

/** Of our own making, so that it can be read again. */
const writtenBefore = (text: string): Manifest => Either.getOrThrow(parseManifest(text))

export const partManifest = (
  { digest, onceKey, payload }: Pick<Act, "digest" | "onceKey" | "payload">,
  kind: Part["kind"],
  { keeper, settler, treasury }: Scene
): Manifest => {
  if (kind === "loan") return Templates.lendBadge({ keeper, settler })
  if (payload.kind === "rule") {
    const ids = payload.seats.map(({ id }) => id)
    return Templates.councilRule({ keeper, treasury, badge: keeper.badge, ids, needed: payload.needed })
  }
  if (payload.kind === "release") return Templates.endCouncil({ keeper, treasury, badge: keeper.badge })
  if (isStepAct(payload)) return Templates.councilAct(keeper, writtenBefore(payload.manifest))
  const { amount, payee, resource } = payload
  return Templates.councilPayment({ keeper, treasury, resource, amount: amountOf(amount), payee, onceKey, digest })
}

export const rootManifest = (
  badge: ResourceAddress,
  payer: string,
  lenders: ReadonlyArray<{ readonly subintent: string; readonly id: string }>
): Manifest => Templates.councilRoot({ networkId: NETWORK_ID, badge, payer, lenders, fee: FEE })
