/**
 * Executes one transaction from plan to outcome, atomically. Pure: the same rows, plan and time give the same outcome.
 *
 * A transaction that cannot pay its fee is rejected and leaves no trace. One that fails later pays and changes nothing
 * else.
 */
import { type Amount, ONE } from "../../amount"
import { wellKnown } from "../../entities"
import { Abort } from "../abort"
import { AuthZone } from "../auth/Proof"
import { Frame, returning } from "../Frame"
import type { Holding } from "../Holding"
import { lessBurned } from "../native/resource"
import type { RowChange, Rows } from "../state/Draft"
import { type BalanceChange, balanceChanges, type FeeShare, type LedgerEvent } from "../state/receipt"
import { badgeOfKey, type LedgerTime, SIGNATURE_BADGE, World } from "../World"
import type { Plan, PlannedIntent } from "./plan"
import { processIntent, type Yield } from "./process"

export interface ExecuteOptions {
  readonly networkId: number
  readonly time: LedgerTime
  /** State version that this transaction gets if committed. */
  readonly version: number
  /** For previews: no fee is charged. */
  readonly useFreeCredit?: boolean
  /** For previews: every signature counts as given. */
  readonly assumeAllSignatures?: boolean
}

export interface Committed {
  readonly status: "CommittedSuccess" | "CommittedFailure"
  readonly error: string | undefined
  readonly fee: Amount
  readonly feeShares: ReadonlyArray<FeeShare>
  readonly created: ReadonlyArray<string>
  readonly events: ReadonlyArray<LedgerEvent>
  /** Without fees. */
  readonly balances: ReadonlyArray<BalanceChange>
  /** Global entities that the transaction affected. */
  readonly affected: ReadonlyArray<string>
  readonly changes: ReadonlyArray<RowChange>
}

export type Outcome = Committed | { readonly status: "PermanentlyRejected"; readonly error: string }

// docs/ledger.md: a linear estimate, deliberately rough rather than falsely precise.
const BASE_FEE = (15n * ONE) / 100n
const INSTRUCTION_FEE = (3n * ONE) / 100n
const VAULT_FEE = (8n * ONE) / 100n

const feeOf = (instructions: number, newVaults: number): Amount =>
  BASE_FEE + BigInt(instructions) * INSTRUCTION_FEE + BigInt(newVaults) * VAULT_FEE

interface Running {
  readonly steps: Generator<Yield, ReadonlyArray<Holding>, ReadonlyArray<Holding>>
  readonly frame: Frame
  readonly children: ReadonlyArray<Running>
  isStarted: boolean
}

const start = (world: World, intent: PlannedIntent, parent: AuthZone | undefined, options: ExecuteOptions): Running => {
  const assumed = options.assumeAllSignatures
    ? Object.values(SIGNATURE_BADGE).map((name) => wellKnown(name, options.networkId))
    : []
  const badges = intent.signers.map((key) => badgeOfKey(key, options.networkId))
  const frame = new Frame(world, new AuthZone(badges, assumed))
  return {
    frame,
    steps: processIntent(frame, intent.instructions, parent),
    children: intent.children.map((child) => start(world, child, frame.zone, options)),
    isStarted: false
  }
}

/** Runs an intent until it yields to its parent or ends; returns what it sends along. */
const drive = (running: Running, buckets: ReadonlyArray<Holding>): ReadonlyArray<Holding> => {
  if (!running.isStarted) running.frame.receive(returning(...buckets))
  let step = running.isStarted ? running.steps.next(buckets) : running.steps.next([])
  running.isStarted = true
  while (step.done !== true && step.value.to === "child") {
    const child = running.children[step.value.child]
    if (child === undefined) throw new Abort("there is no such child")
    step = running.steps.next(drive(child, step.value.buckets))
  }
  return step.done === true ? step.value : step.value.buckets
}

/** Takes the fee from the locked amounts, last lock first, and returns the rest. */
const settleFees = (world: World, fee: Amount): ReadonlyArray<FeeShare> => {
  let rest = fee
  const shares: Array<FeeShare> = []
  for (const { held, holder } of [...world.feeLocks].reverse()) {
    const share = held.amount < rest ? held.amount : rest
    rest -= share
    if (share > 0n) shares.push({ holder, amount: held.take(share).amount })
    world.vault(holder, held.resource).put(held)
  }
  const xrd = world.entityOf(world.xrd(), "FungibleResourceManager")
  world.draft.set("entity", world.xrd(), lessBurned(xrd, fee))
  return shares
}

const locked = (world: World): Amount => world.feeLocks.reduce((sum, { held }) => sum + held.amount, 0n)

/** Amount that the locked fees must cover. A preview on credit reports the fee and takes none. */
const charged = (fee: Amount, { useFreeCredit }: ExecuteOptions): Amount => (useFreeCredit ? 0n : fee)

const UNPAID = "the fee was not locked"

/** Locks the same fees again on the unchanged ledger. None: it paid with what it had received in the transaction. */
const relock = (rows: Rows, plan: Plan, options: ExecuteOptions, first: World): World | undefined => {
  const world = new World(rows, options.networkId, options.time, plan.root.hash)
  try {
    for (const { amount, holder } of first.feeLocks) world.lockFee(holder, amount)
    return world
  } catch (cause) {
    if (cause instanceof Abort) return undefined
    throw cause
  }
}

/** Outcome of a failed transaction: only the fee. */
const failed = (rows: Rows, plan: Plan, options: ExecuteOptions, first: World, error: string): Outcome => {
  const fee = feeOf(plan.instructionCount, 0)
  const world = relock(rows, plan, options, first)
  if (world === undefined || locked(world) < charged(fee, options)) {
    return { status: "PermanentlyRejected", error: `${UNPAID}: ${error}` }
  }
  const feeShares = settleFees(world, charged(fee, options))
  world.close()
  world.draft.set("intent", plan.intentHash, { intentHash: plan.intentHash, version: options.version })
  return {
    status: "CommittedFailure",
    error,
    fee,
    feeShares,
    created: [],
    events: [],
    balances: [],
    affected: feeShares.map(({ holder }) => holder),
    changes: world.draft.changes()
  }
}

const succeeded = (plan: Plan, options: ExecuteOptions, world: World): Committed => {
  const fee = feeOf(plan.instructionCount, world.newVaults)
  const feeShares = settleFees(world, charged(fee, options))
  world.close()
  const row = { intentHash: plan.intentHash, version: options.version }
  world.draft.set("intent", plan.intentHash, row)
  for (const subintent of plan.subintents) world.draft.set("subintent", subintent, row)
  const balances = balanceChanges(world.draft.differences("balance"), feeShares, world.xrd())
  const holders = balances.map(({ holder }) => holder.split("/")[0] ?? holder)
  const metadata = world.draft.differences("metadata").map(({ id }) => id.slice(0, id.indexOf("/")))
  return {
    status: "CommittedSuccess",
    error: undefined,
    fee,
    feeShares,
    created: world.created,
    events: world.events,
    balances,
    affected: [...new Set([...world.created, ...world.touched, ...holders, ...metadata])],
    changes: world.draft.changes()
  }
}

export const execute = (rows: Rows, plan: Plan, options: ExecuteOptions): Outcome => {
  if (rows.get("intent", plan.intentHash) !== undefined) {
    return { status: "PermanentlyRejected", error: "the transaction was committed before" }
  }
  for (const subintent of plan.subintents) {
    if (rows.get("subintent", subintent) !== undefined) {
      return { status: "PermanentlyRejected", error: `${subintent} was committed before` }
    }
  }
  const world = new World(rows, options.networkId, options.time, plan.root.hash)
  try {
    drive(start(world, plan.root, undefined, options), [])
  } catch (cause) {
    if (cause instanceof Abort) return failed(rows, plan, options, world, cause.message)
    throw cause
  }
  if (locked(world) < charged(feeOf(plan.instructionCount, world.newVaults), options)) {
    return { status: "PermanentlyRejected", error: UNPAID }
  }
  return succeeded(plan, options, world)
}
