/** Assertions about resources: what a worktop, a bucket or the result of the next call must contain. */
import { type Amount, formatAmount, ONE } from "../../amount"
import type { Args } from "../Args"
import { Abort } from "../abort"
import type { Holding } from "../Holding"

/** The thing checked: a holding, or several of one resource together. */
export type Heap = Pick<Holding, "amount" | "ids" | "resource">

export interface Constraint {
  readonly least: Amount
  /** More than nothing, however little. */
  readonly isPositive: boolean
  readonly most: Amount | undefined
  readonly required: ReadonlyArray<string>
  readonly allowed: ReadonlyArray<string> | undefined
}

const free: Constraint = { least: 0n, isPositive: false, most: undefined, required: [], allowed: undefined }
const count = (ids: ReadonlyArray<string>): Amount => BigInt(ids.length) * ONE

const general = (args: Args): Constraint => {
  const fields = args.tuple()
  const required = fields.ids()
  const [lower, least] = fields.variant()
  const atLeast = lower === 1 ? least.amount() : 0n
  const [upper, most] = fields.variant()
  const atMost = upper === 0 ? most.amount() : undefined
  const [only, list] = fields.variant()
  const allowed = only === 0 ? list.ids() : undefined
  fields.end()
  return { least: atLeast, isPositive: lower === 0, most: atMost, required, allowed }
}

export const readConstraint = (args: Args): Constraint => {
  const [variant, inner] = args.variant()
  switch (variant) {
    case 0:
      return { ...free, isPositive: true }
    case 1: {
      const amount = inner.amount()
      return { ...free, least: amount, most: amount }
    }
    case 2:
      return { ...free, least: inner.amount() }
    case 3: {
      const ids = inner.ids()
      return { ...free, least: count(ids), most: count(ids), required: ids, allowed: ids }
    }
    case 4: {
      const ids = inner.ids()
      return { ...free, least: count(ids), required: ids }
    }
    case 5:
      return general(inner)
    default:
      throw new Abort("no such resource constraint")
  }
}

export type Constraints = ReadonlyMap<string, Constraint>

export const readConstraints = (args: Args): Constraints =>
  new Map(args.entries((key) => key.address(), readConstraint))

/** `where` names the place in the message. */
export const check = (holding: Heap, constraint: Constraint, where: string) => {
  const { amount, ids, resource } = holding
  const found = `${where} holds ${formatAmount(amount)} of ${resource}`
  if (amount < constraint.least) throw new Abort(`${found}, less than the ${formatAmount(constraint.least)} asserted`)
  if (constraint.most !== undefined && amount > constraint.most) {
    throw new Abort(`${found}, more than the ${formatAmount(constraint.most)} asserted`)
  }
  if (constraint.isPositive && amount === 0n) throw new Abort(found)
  for (const id of constraint.required) if (ids?.has(id) !== true) throw new Abort(`${where} lacks ${resource} ${id}`)
  if (constraint.allowed === undefined) return
  for (const id of ids ?? []) {
    if (!constraint.allowed.includes(id)) throw new Abort(`${where} holds ${resource} ${id}, which is not asserted`)
  }
}

/** Heaps are given once per resource. `isOnly`: nothing else may be there. */
export const checkAll = (
  heaps: ReadonlyArray<Heap>,
  constraints: Constraints,
  isOnly: boolean,
  where: string,
  nothingOf: (resource: string) => Heap
) => {
  const present = new Map(heaps.filter(({ amount }) => amount > 0n).map((heap) => [heap.resource, heap] as const))
  for (const [resource, constraint] of constraints) {
    check(present.get(resource) ?? nothingOf(resource), constraint, where)
  }
  if (!isOnly) return
  for (const { amount, resource } of present.values()) {
    if (!constraints.has(resource)) throw new Abort(`${where} holds ${formatAmount(amount)} of ${resource} besides`)
  }
}
