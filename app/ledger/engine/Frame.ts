/** A running intent: its own worktop, buckets, named proofs and auth zone, not shared with other intents. */
import { Either } from "effect"
import { formatAmount } from "../amount"
import { readAddress } from "../entities"
import type { Value } from "../sbor/Value"
import { Abort, need } from "./abort"
import type { AuthZone, Proof } from "./auth/Proof"
import type { Holding } from "./Holding"
import type { World } from "./World"

/** Buckets and proofs passed between a frame and what it calls. */
export interface Cargo {
  readonly buckets: ReadonlyArray<Holding>
  readonly proofs: ReadonlyArray<Proof>
}

interface Reservation {
  readonly address: string
  readonly packageName: string
  readonly blueprint: string
}

export class Frame {
  private readonly worktop = new Map<string, Holding>()
  private readonly buckets = new Map<number, Holding>()
  private readonly proofs = new Map<number, Proof>()
  private readonly named: Array<string> = []
  private readonly reservations = new Map<number, Reservation>()
  private bucketCount = 0
  private proofCount = 0

  constructor(
    readonly world: World,
    readonly zone: AuthZone
  ) {}

  address = (value: Value | undefined): string => {
    if (value?.kind === "Address") return this.world.text(value.value)
    if (value?.kind === "NamedAddress") return need(this.named[value.id], "there is no such named address")
    throw new Abort("expected an address")
  }

  /** Bytes of a named address. */
  bytesOf = (value: Value): Uint8Array =>
    Either.getOrThrowWith(readAddress(this.address(value), this.world.networkId), (reason) => new Abort(reason))

  allocate(reservation: Reservation) {
    this.reservations.set(this.named.length, reservation)
    this.named.push(reservation.address)
  }

  /** Consumes a reserved address, once, for the blueprint it was reserved for. */
  reserved(id: number, packageName: string, blueprint: string): string {
    const found = need(this.reservations.get(id), "the reserved address was used before")
    if (found.blueprint !== blueprint || found.packageName !== packageName) {
      throw new Abort(`the address was reserved for ${found.blueprint}, not for ${blueprint}`)
    }
    this.reservations.delete(id)
    return found.address
  }

  // -- worktop ------------------------------------------------------------------------------------

  onWorktop = (resource: string): Holding => this.worktop.get(resource) ?? this.world.nothingOf(resource)
  /** Without empty heaps. */
  wholeWorktop = (): ReadonlyArray<Holding> => [...this.worktop.values()].filter(({ amount }) => amount > 0n)

  place(holding: Holding) {
    if (holding.isLocked) throw new Abort("a bucket that backs a proof cannot move")
    const heap = this.worktop.get(holding.resource)
    if (heap === undefined) this.worktop.set(holding.resource, holding)
    else heap.put(holding)
  }

  takeWorktop(): ReadonlyArray<Holding> {
    const all = this.wholeWorktop().map((heap) => heap.takeAll())
    this.worktop.clear()
    return all
  }

  // -- buckets and proofs ---------------------------------------------------------------------------

  newBucket = (holding: Holding) => void this.buckets.set(this.bucketCount++, holding)
  bucket = (id: number): Holding => need(this.buckets.get(id), "there is no such bucket")

  takeBucket(id: number): Holding {
    const bucket = this.bucket(id)
    if (bucket.isLocked) throw new Abort("a bucket that backs a proof cannot move")
    this.buckets.delete(id)
    return bucket
  }

  newProof = (proof: Proof) => void this.proofs.set(this.proofCount++, proof)
  proof = (id: number): Proof => need(this.proofs.get(id), "there is no such proof")

  takeProof(id: number): Proof {
    const proof = this.proof(id)
    this.proofs.delete(id)
    return proof
  }

  dropNamedProofs() {
    for (const proof of this.proofs.values()) proof.drop()
    this.proofs.clear()
  }

  /** Puts returned buckets on the worktop and returned proofs into the auth zone. */
  receive({ buckets, proofs }: Cargo) {
    for (const bucket of buckets) this.place(bucket)
    for (const proof of proofs) this.zone.push(proof)
  }

  /** Proofs are discarded automatically; anything of value must have been moved. */
  end() {
    this.dropNamedProofs()
    this.zone.dropRegular()
    const [left] = this.wholeWorktop()
    if (left !== undefined) {
      throw new Abort(`${formatAmount(left.amount)} of ${left.resource} are left on the worktop`)
    }
    if (this.buckets.size > 0) throw new Abort("a bucket is left over")
    if (this.reservations.size > 0) throw new Abort("a reserved address was not used")
  }
}

export const nothing: Cargo = { buckets: [], proofs: [] }
export const returning = (...buckets: ReadonlyArray<Holding>): Cargo => ({ buckets, proofs: [] })
export const showing = (...proofs: ReadonlyArray<Proof>): Cargo => ({ buckets: [], proofs })
