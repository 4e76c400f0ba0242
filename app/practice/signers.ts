/**
 * Determines whose signatures a manifest needs; like the real wallet, the practice wallet signs with these keys only.
 */
import { Effect, Either, Schema } from "effect"
import { Gateway } from "~/connector/index"
import { badgeOfKey, type Instruction, isHolderAddress, parseManifest, type Signer, signerOf } from "~/ledger/index"
import type { Keys } from "./keys"

/** Deposit methods that an account's rules can open to everyone. */
const isOpenToAll = (method: string): boolean => method.startsWith("try_deposit_")

/** The account or persona whose owner must authorize the instruction, if any. */
const ownerIn = ({ args: [callee, method, ...given], name }: Instruction): string | undefined => {
  if (callee?.kind !== "Address") return undefined
  if (name !== "CALL_METHOD" || method?.kind !== "String") return callee.address
  // A locker pays a claim only to the owner of the claiming account.
  const [claimant] = given
  if (method.value === "claim") return claimant?.kind === "Address" ? claimant.address : undefined
  return isOpenToAll(method.value) ? undefined : callee.address
}

const ownersIn = (manifest: string): ReadonlySet<string | undefined> =>
  new Set(Either.getOrElse(parseManifest(manifest), () => ({ instructions: [] })).instructions.map(ownerIn))

/** Empty if the manifest cannot be parsed; it is refused elsewhere. */
export const signersOf = (manifest: string, { accounts, persona }: Keys): ReadonlyArray<Signer> => {
  const owners = ownersIn(manifest)
  return [...accounts, persona]
    .filter(({ address }) => owners.has(address))
    .map(({ secret }) => signerOf("curve25519", secret))
}

/** The owner rule of an account that counts single badges, key badges among them. */
const CountedRule = Schema.Struct({
  role_assignments: Schema.Struct({
    owner: Schema.Struct({
      rule: Schema.Struct({
        access_rule: Schema.Struct({
          proof_rule: Schema.Struct({
            type: Schema.Literal("CountOf"),
            list: Schema.Array(
              Schema.Struct({
                non_fungible: Schema.Struct({
                  resource_address: Schema.String,
                  local_id: Schema.Struct({ simple_rep: Schema.String })
                })
              })
            )
          })
        })
      })
    })
  })
})
const readRule = Schema.decodeUnknownOption(CountedRule)

/** Accounts read for one request; a request needs fewer. */
const MOST_ACCOUNTS = 20

export interface ForOthers {
  /** Name of this wallet's account whose key the rule counts. */
  readonly label: string
  readonly account: string
  readonly signer: Signer
}

/**
 * The keys of this wallet that the rules of other accounts count, for each account whose owner the manifest needs. Reads
 * the rules from the ledger.
 */
export const signersForOthers = Effect.fn("practice.signersForOthers")(function* (
  manifest: string,
  keys: Keys,
  networkId: number
) {
  const own = new Set<string>(keys.accounts.map(({ address }) => address))
  const foreign = [...ownersIn(manifest)]
    .flatMap((address) => address ?? [])
    .filter((address) => isHolderAddress("account", address, networkId) && !own.has(address))
    .slice(0, MOST_ACCOUNTS)
  if (foreign.length === 0) return []
  const gateway = yield* Gateway
  const { items } = yield* gateway.entityDetails(foreign, {})
  return items.flatMap(({ address: account, details }) => {
    const rule = readRule(details)
    if (rule._tag === "None") return []
    const counted = rule.value.role_assignments.owner.rule.access_rule.proof_rule.list.map(
      ({ non_fungible: { local_id, resource_address } }) => `${resource_address}:${local_id.simple_rep}`
    )
    return keys.accounts.flatMap(({ label, secret }): ReadonlyArray<ForOthers> => {
      const signer = signerOf("curve25519", secret)
      const { id, resource } = badgeOfKey(signer.publicKey, networkId)
      return counted.includes(`${resource}:${id}`) ? [{ label, account, signer }] : []
    })
  })
})
