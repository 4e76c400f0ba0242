/**
 * Determines whose signatures a manifest needs; like the real wallet, the practice wallet signs with these keys only.
 */
import { Either } from "effect"
import { type Instruction, parseManifest, type Signer, signerOf } from "~/ledger/index"
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

/** Empty if the manifest cannot be parsed; it is refused elsewhere. */
export const signersOf = (manifest: string, { accounts, persona }: Keys): ReadonlyArray<Signer> => {
  const { instructions } = Either.getOrElse(parseManifest(manifest), () => ({ instructions: [] }))
  const owners = new Set(instructions.map(ownerIn))
  return [...accounts, persona]
    .filter(({ address }) => owners.has(address))
    .map(({ secret }) => signerOf("curve25519", secret))
}
