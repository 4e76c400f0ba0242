/**
 * Resources in one place: a vault, a bucket, or a heap on a worktop. Value moves only through `take` and `put`, so that
 * none appears or vanishes. Proofs lock what backs them; locked resources cannot be taken.
 */
import { type Amount, formatAmount, isDivisible, ONE } from "../amount"
import { Abort } from "./abort"

/** Releases what a proof locked. */
export type Release = () => void

export interface Holding {
  readonly resource: string
  readonly amount: Amount
  /** Undefined for fungibles. */
  readonly ids: ReadonlySet<string> | undefined
  readonly isLocked: boolean
  readonly take: (amount: Amount) => Holding
  readonly takeIds: (ids: ReadonlyArray<string>) => Holding
  readonly takeAll: () => Holding
  readonly put: (other: Holding) => void
  readonly lock: (amount: Amount) => Release
  readonly lockIds: (ids: ReadonlyArray<string>) => Release
}

const checkAmount = (amount: Amount, divisibility: number) => {
  if (amount < 0n) throw new Abort("an amount cannot be negative")
  if (!isDivisible(amount, divisibility)) throw new Abort(`${formatAmount(amount)} has too many decimals`)
}

export class FungibleHolding implements Holding {
  readonly ids = undefined
  /** Amounts locked by proofs; they overlap, so the largest one counts. */
  private readonly locks: Array<Amount> = []

  constructor(
    readonly resource: string,
    readonly divisibility: number,
    public amount: Amount
  ) {}

  get isLocked() {
    return this.locks.length > 0
  }

  private locked = (): Amount => this.locks.reduce((most, each) => (each > most ? each : most), 0n)

  /** The only way to create more of a fungible; the caller also updates the supply. */
  mint(amount: Amount) {
    checkAmount(amount, this.divisibility)
    this.amount += amount
  }

  take(amount: Amount): Holding {
    checkAmount(amount, this.divisibility)
    if (amount > this.amount - this.locked()) {
      throw new Abort(`not enough of ${this.resource}: ${formatAmount(amount)} of ${formatAmount(this.amount)}`)
    }
    this.amount -= amount
    return new FungibleHolding(this.resource, this.divisibility, amount)
  }

  takeIds(): Holding {
    throw new Abort(`${this.resource} has no ids`)
  }

  takeAll = (): Holding => this.take(this.amount)

  put(other: Holding) {
    if (other.resource !== this.resource) throw new Abort("different resources cannot be put together")
    this.amount += other.takeAll().amount
  }

  lock(amount: Amount): Release {
    checkAmount(amount, this.divisibility)
    if (amount === 0n || amount > this.amount) throw new Abort(`not enough of ${this.resource} for a proof`)
    this.locks.push(amount)
    return () => {
      this.locks.splice(this.locks.indexOf(amount), 1)
    }
  }

  lockIds(): Release {
    throw new Abort(`${this.resource} has no ids`)
  }
}

export class NonFungibleHolding implements Holding {
  private readonly locks = new Map<string, number>()
  readonly ids: Set<string>

  constructor(
    readonly resource: string,
    ids: Iterable<string>
  ) {
    this.ids = new Set(ids)
  }

  get amount(): Amount {
    return BigInt(this.ids.size) * ONE
  }

  get isLocked() {
    return this.locks.size > 0
  }

  private some(amount: Amount, from: ReadonlyArray<string>): ReadonlyArray<string> {
    checkAmount(amount, 0)
    const count = Number(amount / ONE)
    if (count > from.length) throw new Abort(`not enough of ${this.resource}: ${count} of ${from.length}`)
    return from.slice(0, count)
  }

  take = (amount: Amount): Holding =>
    this.takeIds(
      this.some(
        amount,
        [...this.ids].filter((id) => !this.locks.has(id))
      )
    )

  takeIds(ids: ReadonlyArray<string>): Holding {
    for (const id of ids) {
      if (!this.ids.has(id)) throw new Abort(`${this.resource} ${id} is not there`)
      if (this.locks.has(id)) throw new Abort(`${this.resource} ${id} backs a proof`)
      this.ids.delete(id)
    }
    return new NonFungibleHolding(this.resource, ids)
  }

  takeAll = (): Holding => this.takeIds([...this.ids])

  put(other: Holding) {
    if (other.resource !== this.resource) throw new Abort("different resources cannot be put together")
    for (const id of other.takeAll().ids ?? []) this.ids.add(id)
  }

  lock = (amount: Amount): Release => this.lockIds(this.some(amount, [...this.ids]))

  lockIds(ids: ReadonlyArray<string>): Release {
    if (ids.length === 0) throw new Abort("a proof needs something behind it")
    for (const id of ids) if (!this.ids.has(id)) throw new Abort(`${this.resource} ${id} is not there`)
    for (const id of ids) this.locks.set(id, (this.locks.get(id) ?? 0) + 1)
    return () => {
      for (const id of ids) {
        const rest = (this.locks.get(id) ?? 1) - 1
        if (rest > 0) this.locks.set(id, rest)
        else this.locks.delete(id)
      }
    }
  }
}
