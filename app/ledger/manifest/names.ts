/** Names of a manifest during compilation: the number that each stands for, and whether it may still be used. */

import type { Position } from "./Manifest"
import { Misplaced } from "./text/lex"

export type NamedKind = "Bucket" | "Proof" | "AddressReservation" | "NamedAddress" | "NamedIntent"

const WORDS: Readonly<Record<NamedKind, string>> = {
  Bucket: "bucket",
  Proof: "proof",
  AddressReservation: "address reservation",
  NamedAddress: "address",
  NamedIntent: "child"
}
/** A tree that was not parsed has no positions. */
const NOWHERE: Position = { line: 0, column: 0 }

export class Names {
  private readonly ids = new Map<string, number>()
  private readonly counts = new Map<NamedKind, number>()
  private readonly spent = new Set<string>()
  /** Key of the bucket that a proof was made from. */
  private readonly backing = new Map<string, string>()

  private key = (kind: NamedKind, name: string) => `${kind} ${name}`

  /** Numbers are assigned in order, by kind. */
  bind(kind: NamedKind, name: string, at: Position = NOWHERE): number {
    const key = this.key(kind, name)
    if (this.ids.has(key)) throw new Misplaced(at, `the ${WORDS[kind]} "${name}" is already there`)
    const id = this.counts.get(kind) ?? 0
    this.counts.set(kind, id + 1)
    this.ids.set(key, id)
    return id
  }

  use(kind: NamedKind, name: string, at: Position = NOWHERE): number {
    const key = this.key(kind, name)
    const id = this.ids.get(key)
    if (id === undefined) throw new Misplaced(at, `there is no ${WORDS[kind]} "${name}"`)
    if (this.spent.has(key)) throw new Misplaced(at, `the ${WORDS[kind]} "${name}" was used up before`)
    return id
  }

  /** Uses the name for the last time. */
  spend(kind: NamedKind, name: string, at: Position = NOWHERE): number {
    const id = this.use(kind, name, at)
    const key = this.key(kind, name)
    for (const [proof, bucket] of this.backing) {
      if (bucket === key && !this.spent.has(proof)) {
        throw new Misplaced(at, `the bucket "${name}" is locked by a proof, which has to be dropped first`)
      }
    }
    this.spent.add(key)
    return id
  }

  /** The new proof locks the bucket, or the one that the other proof was made from, until it is used up. */
  lock(proof: string, from: { readonly kind: NamedKind; readonly name: string }) {
    const key = this.key(from.kind, from.name)
    const bucket = from.kind === "Bucket" ? key : this.backing.get(key)
    if (bucket !== undefined) this.backing.set(this.key("Proof", proof), bucket)
  }

  /** Discards all proofs bound so far. */
  dropProofs() {
    for (const key of this.ids.keys()) if (key.startsWith("Proof ")) this.spent.add(key)
  }
}
