/** Whose signature a manifest needs: as the real wallet, the practice wallet signs with these keys and no others. */
import { Either } from "effect"
import { type Instruction, parseManifest, type Signer, signerOf } from "~/ledger/index"
import type { Keys } from "./keys"

/** Deposits that an account's rules allow to anybody. */
const isOpenToAll = (method: string): boolean => method.startsWith("try_deposit_")

/** The account or persona whose owner an instruction asks for, if it asks for one. */
const ownerIn = ({ args: [callee, method, ...given], name }: Instruction): string | undefined => {
  if (callee?.kind !== "Address") return undefined
  if (name !== "CALL_METHOD" || method?.kind !== "String") return callee.address
  // A locker hands out what waits for an account to its owner.
  const [claimant] = given
  if (method.value === "claim") return claimant?.kind === "Address" ? claimant.address : undefined
  return isOpenToAll(method.value) ? undefined : callee.address
}

/** Nobody's where the manifest cannot be read: it is refused elsewhere. */
export const signersOf = (manifest: string, { accounts, persona }: Keys): ReadonlyArray<Signer> => {
  const { instructions } = Either.getOrElse(parseManifest(manifest), () => ({ instructions: [] }))
  const owners = new Set(instructions.map(ownerIn))
  return [...accounts, persona]
    .filter(({ address }) => owners.has(address))
    .map(({ secret }) => signerOf("curve25519", secret))
}
