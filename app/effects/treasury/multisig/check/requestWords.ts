/** Describes what a request shows and does from its instructions alone. Pure. */
import { readable } from "~/effects/base/amounts/readable"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  formatAmount,
  type Instruction,
  isHolderAddress,
  type Manifest,
  renderManifest,
  type Term,
  Tree
} from "~/ledger/index"

/** A badge that an account shows. */
export interface Shown {
  readonly account: string
  readonly badge: string
  readonly id: string
}

const addressIn = (term: Term | undefined) => (term?.kind === "Address" ? term.address : undefined)
const textIn = (term: Term | undefined) => (term?.kind === "String" ? term.value : undefined)
const idsIn = (term: Term | undefined): ReadonlyArray<string> =>
  term?.kind === "Array" ? term.items.flatMap((item) => (item.kind === "NonFungibleLocalId" ? [item.value] : [])) : []

export const shownIn = ({ instructions }: Manifest): ReadonlyArray<Shown> =>
  instructions.flatMap(({ args: [at, method, badge, ids], name }) => {
    const [account, resource] = [addressIn(at), addressIn(badge)]
    const isProof = name === "CALL_METHOD" && textIn(method) === "create_proof_of_non_fungibles"
    return isProof && account !== undefined && resource !== undefined
      ? idsIn(ids).map((id) => ({ account, badge: resource, id }))
      : []
  })

const OPENED: ReadonlySet<string> = new Set(["CALL_METHOD", "SET_METADATA", "LOCK_METADATA", "SET_OWNER_ROLE"])

/** Accounts that the manifest touches, in order: one of them may be the treasury. */
export const touchedIn = ({ instructions }: Manifest): ReadonlyArray<string> => [
  ...new Set(
    instructions.flatMap(({ args: [at], name }) => {
      const address = addressIn(at)
      const isOpened = OPENED.has(name) && address !== undefined && isHolderAddress("account", address, NETWORK_ID)
      return isOpened ? [address] : []
    })
  )
]

const isDeposit = ({ args: [, method], name }: Instruction): boolean =>
  name === "CALL_METHOD" && textIn(method) === "try_deposit_or_abort"

/** Of those, the ones whose owner must authorize it: anyone may pay into an account. */
export const openedIn = ({ instructions }: Manifest): ReadonlyArray<string> =>
  touchedIn({ instructions: instructions.filter((given) => !isDeposit(given)) })

export const resourcesIn = ({ instructions }: Manifest): ReadonlyArray<string> => [
  ...new Set(
    instructions.flatMap(({ args }) =>
      args.flatMap((arg) => (arg.kind === "Address" && arg.address.startsWith("resource_") ? [arg.address] : []))
    )
  )
]

const short = (address: string): string => `…${address.slice(-8)}`
const asWritten = (given: Instruction): string => renderManifest(Tree.manifest(given)).trim()

const bucketIn = (term: Term | undefined) => (term?.kind === "Bucket" ? term.name : undefined)

interface Reading {
  readonly nameOf: (resource: string) => string
  /** Payments by bucket. */
  readonly paid: ReadonlyMap<string, string>
}

const sumOf = (resource: Term | undefined, size: Term | undefined, nameOf: Reading["nameOf"]) => {
  const token = addressIn(resource)
  return token !== undefined && size?.kind === "Decimal"
    ? `${readable(formatAmount(size.value))} ${nameOf(token)}`
    : undefined
}

const callWords = ({ args: [first, second, third, fourth] }: Instruction, { nameOf, paid }: Reading) => {
  const [at, method] = [addressIn(first), textIn(second)]
  if (at === undefined) return undefined
  const ids = idsIn(fourth)
  if (method === "create_proof_of_non_fungibles" && ids.length > 0) {
    return `Shows badge ${ids.join(", ")} of ${nameOf(addressIn(third) ?? "")} from account ${short(at)}.`
  }
  const sum = sumOf(third, fourth, nameOf)
  if (method === "withdraw" && sum !== undefined) return `Withdraws ${sum} from account ${short(at)}.`
  const part = paid.get(bucketIn(third) ?? "")
  return method === "try_deposit_or_abort" && part !== undefined
    ? `Pays ${part} to account ${short(at)}; if that account refuses it, none of this happens.`
    : undefined
}

const metadataWords = ({ args: [first, second, third], name }: Instruction) => {
  const [at, key] = [addressIn(first), textIn(second)]
  if (at === undefined || key === undefined) return undefined
  if (name === "LOCK_METADATA") {
    return `Locks “${key}” on account ${short(at)}, so that of all requests with this idempotency key at most one can happen.`
  }
  const value = third?.kind === "Enum" && third.fields.length === 1 ? textIn(third.fields[0]) : undefined
  return value === undefined ? undefined : `Writes “${key}” on account ${short(at)}: ${value}.`
}

/** Null for instructions that only clean up; an instruction without a sentence is shown as signed. */
const sentenceOf = (given: Instruction, reading: Reading): string | null => {
  const { args, name } = given
  if (name === "DROP_AUTH_ZONE_REGULAR_PROOFS" || (name === "YIELD_TO_PARENT" && args.length === 0)) return null
  if (name === "TAKE_FROM_WORKTOP" && reading.paid.has(bucketIn(args[2]) ?? "")) return null
  const words =
    name === "CALL_METHOD"
      ? callWords(given, reading)
      : name === "SET_METADATA" || name === "LOCK_METADATA"
        ? metadataWords(given)
        : undefined
  return words ?? asWritten(given)
}

/** @param nameOf names tokens and badges */
export const requestWords = ({ instructions }: Manifest, nameOf: Reading["nameOf"]): ReadonlyArray<string> => {
  const deposited = new Set(instructions.filter(isDeposit).map(({ args }) => bucketIn(args[2])))
  const paid = new Map(
    instructions.flatMap(({ args: [resource, size, bucket], name }) => {
      const [to, sum] = [bucketIn(bucket), sumOf(resource, size, nameOf)]
      const isPaid = name === "TAKE_FROM_WORKTOP" && to !== undefined && sum !== undefined && deposited.has(to)
      return isPaid ? [[to, sum] as const] : []
    })
  )
  return instructions.flatMap((given) => sentenceOf(given, { nameOf, paid }) ?? [])
}
