/** Proofs and auth zones. A proof shows that something is held; while it exists, what backs it cannot move. */
import type { Amount } from "../../amount"
import { ONE } from "../../amount"
import { Abort } from "../abort"
import type { Holding, Release } from "../Holding"
import type { Badge, Evidence } from "./Rule"

interface Backing {
  readonly holding: Holding
  readonly amount: Amount
  readonly ids: ReadonlyArray<string> | undefined
}

const lock = ({ amount, holding, ids }: Backing): Release =>
  ids === undefined ? holding.lock(amount) : holding.lockIds(ids)

export class Proof {
  private readonly releases: ReadonlyArray<Release>
  readonly amount: Amount
  readonly ids: ReadonlySet<string> | undefined

  constructor(
    readonly resource: string,
    readonly backing: ReadonlyArray<Backing>
  ) {
    this.releases = backing.map(lock)
    const isFungible = backing.every(({ ids }) => ids === undefined)
    this.ids = isFungible ? undefined : new Set(backing.flatMap(({ ids }) => ids ?? []))
    this.amount =
      this.ids === undefined ? backing.reduce((sum, { amount }) => sum + amount, 0n) : BigInt(this.ids.size) * ONE
  }

  static ofAmount = (holding: Holding, amount: Amount): Proof => {
    if (holding.ids === undefined) return new Proof(holding.resource, [{ holding, amount, ids: undefined }])
    return Proof.ofIds(holding, [...holding.ids].slice(0, Number(amount / ONE)), amount)
  }

  static ofIds = (holding: Holding, ids: ReadonlyArray<string>, wanted?: Amount): Proof => {
    const amount = BigInt(ids.length) * ONE
    if (wanted !== undefined && wanted !== amount) throw new Abort(`not enough of ${holding.resource} for a proof`)
    return new Proof(holding.resource, [{ holding, amount, ids }])
  }

  static ofAll = (holding: Holding): Proof =>
    holding.ids === undefined ? Proof.ofAmount(holding, holding.amount) : Proof.ofIds(holding, [...holding.ids])

  clone = (): Proof => new Proof(this.resource, this.backing)

  drop() {
    for (const release of this.releases) release()
  }
}

/** Proofs of one intent: those of its signatures, and those that its calls returned. */
export class AuthZone implements Evidence {
  proofs: Array<Proof> = []
  /** `assumedResources` is for previews: every non-fungible of these counts as proven. */
  constructor(
    private signatures: ReadonlyArray<Badge>,
    private readonly assumedResources: ReadonlyArray<string> = []
  ) {}

  push = (proof: Proof) => void this.proofs.push(proof)
  pop(): Proof {
    const proof = this.proofs.pop()
    if (proof === undefined) throw new Abort("the auth zone is empty")
    return proof
  }

  dropRegular() {
    for (const proof of this.proofs) proof.drop()
    this.proofs = []
  }
  dropSignatures() {
    this.signatures = []
  }

  private signed = (badge: Badge): boolean =>
    this.assumedResources.includes(badge.resource) ||
    this.signatures.some(
      ({ id, resource }) => resource === badge.resource && (badge.id === undefined || id === badge.id)
    )

  holds = (badge: Badge): boolean =>
    this.signed(badge) ||
    this.proofs.some(
      ({ amount, ids, resource }) =>
        resource === badge.resource && (badge.id === undefined ? amount > 0n : ids?.has(badge.id) === true)
    )

  holdsAmount = (resource: string, amount: Amount): boolean =>
    this.proofs.some((proof) => proof.resource === resource && proof.amount >= amount)

  private of = (resource: string): ReadonlyArray<Backing> =>
    this.proofs.filter((proof) => proof.resource === resource).flatMap(({ backing }) => backing)

  /** Each place once, with the largest amount that any proof shows of it. */
  private distinct(resource: string): ReadonlyArray<Backing> {
    const most = new Map<Holding, Backing>()
    for (const each of this.of(resource)) {
      const known = most.get(each.holding)
      if (known?.ids !== undefined && each.ids !== undefined) {
        const ids = [...new Set([...known.ids, ...each.ids])]
        most.set(each.holding, { ...each, ids, amount: BigInt(ids.length) * ONE })
      } else if (known === undefined || each.amount > known.amount) most.set(each.holding, each)
    }
    return [...most.values()]
  }

  composeAll(resource: string): Proof {
    const backing = this.distinct(resource)
    if (backing.length === 0) throw new Abort(`the auth zone has no proof of ${resource}`)
    return new Proof(resource, backing)
  }

  composeIds(resource: string, wanted: ReadonlyArray<string>): Proof {
    const backing = this.distinct(resource).flatMap(({ holding, ids = [] }) => {
      const shown = ids.filter((id) => wanted.includes(id))
      return shown.length === 0 ? [] : [{ holding, ids: shown, amount: BigInt(shown.length) * ONE }]
    })
    const found = new Set(backing.flatMap(({ ids }) => ids))
    if (!wanted.every((id) => found.has(id))) throw new Abort(`the auth zone does not prove these of ${resource}`)
    return new Proof(resource, backing)
  }

  composeAmount(resource: string, wanted: Amount): Proof {
    const all = this.distinct(resource)
    const ids = all.flatMap(({ ids: shown }) => shown ?? [])
    if (ids.length > 0) return this.composeIds(resource, ids.slice(0, Number(wanted / ONE)))
    let rest = wanted
    const backing = all.flatMap(({ amount, holding }) => {
      const used = amount < rest ? amount : rest
      rest -= used
      return used > 0n ? [{ holding, amount: used, ids: undefined }] : []
    })
    if (rest > 0n || backing.length === 0) throw new Abort(`the auth zone does not prove so much of ${resource}`)
    return new Proof(resource, backing)
  }
}
