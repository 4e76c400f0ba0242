/**
 * Access controllers: three roles, recoveries that one role proposes and another confirms, a timed recovery that anyone
 * confirms once its delay is over, and withdrawals of the controlled asset. As in the network's own blueprint, except
 * for minting its recovery badge and its vault for fees.
 */

import type { Args } from "../Args"
import { Abort, need, notInSubset } from "../abort"
import { Proof } from "../auth/Proof"
import { denyAll } from "../auth/Rule"
import { requireRule } from "../auth/roles"
import { type Cargo, nothing, returning, showing } from "../Frame"
import type { EntityOf, Proposal, Recovery, RuleSet } from "../state/rows"

type ControllerEntity = EntityOf<"AccessController">
type Role = keyof RuleSet

const SECONDS_A_MINUTE = 60

const readProposal = (args: Args): Proposal => {
  const set = args.tuple()
  const rules = { primary: set.rule(), recovery: set.rule(), confirmation: set.rule() }
  set.end()
  const delayMinutes = args.option((inner) => inner.u32())
  args.end()
  return { rules, ...(delayMinutes === undefined ? {} : { delayMinutes }) }
}

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value)
const rulesText = ({ rules }: Proposal) => JSON.stringify([rules.primary, rules.recovery, rules.confirmation], bigints)

/** The pending proposal, which the caller must repeat exactly. */
const repeated = <P extends Proposal>(proposed: P | undefined, given: Proposal): P => {
  const proposal = need(proposed, "no recovery is under way")
  const isSame = rulesText(proposal) === rulesText(given) && proposal.delayMinutes === given.delayMinutes
  if (!isSame) throw new Abort("another recovery is under way")
  return proposal
}

const wholeMinutes = (seconds: number) => Math.floor(seconds / SECONDS_A_MINUTE)

/** A proposal of the recovery role starts the timer, if the controller has a delay. */
const timed = ({ delayMinutes }: ControllerEntity, proposal: Proposal, now: number): Recovery => ({
  ...proposal,
  ...(delayMinutes === undefined ? {} : { confirmableFrom: (wholeMinutes(now) + delayMinutes) * SECONDS_A_MINUTE })
})

/** Confirmations and withdrawals end everything that is under way. */
const ended = (entity: ControllerEntity, rules: RuleSet): ControllerEntity => {
  const { primaryProposal: _, recovery: __, ...rest } = entity
  return { ...rest, roles: { ...rules }, isWithdrawing: false, isRecoveryWithdrawing: false, isPrimaryLocked: false }
}

const confirmTimed = (entity: ControllerEntity, given: Proposal, now: number): ControllerEntity => {
  const { confirmableFrom, rules } = repeated(entity.recovery, given)
  if (confirmableFrom === undefined) throw new Abort("this recovery has no timer")
  if (wholeMinutes(now) * SECONDS_A_MINUTE < confirmableFrom) throw new Abort("the delay is not over yet")
  return ended(entity, rules)
}

const stopTimer = (entity: ControllerEntity, given: Proposal): ControllerEntity => {
  const { confirmableFrom, ...recovery } = repeated(entity.recovery, given)
  if (confirmableFrom === undefined) throw new Abort("this recovery has no timer")
  return { ...entity, recovery }
}

const NOBODY: RuleSet = { primary: denyAll, recovery: denyAll, confirmation: denyAll }

/** The roles that may call each method; a timed recovery is confirmed by anyone. */
const CALLERS: Readonly<Record<string, ReadonlyArray<Role>>> = {
  create_proof: ["primary"],
  initiate_recovery_as_primary: ["primary"],
  cancel_primary_role_recovery_proposal: ["primary"],
  quick_confirm_primary_role_recovery_proposal: ["recovery", "confirmation"],
  initiate_recovery_as_recovery: ["recovery"],
  cancel_recovery_role_recovery_proposal: ["recovery"],
  quick_confirm_recovery_role_recovery_proposal: ["primary", "confirmation"],
  stop_timed_recovery: ["primary", "confirmation", "recovery"],
  initiate_badge_withdraw_attempt_as_primary: ["primary"],
  cancel_primary_role_badge_withdraw_attempt: ["primary"],
  quick_confirm_primary_role_badge_withdraw_attempt: ["recovery", "confirmation"],
  initiate_badge_withdraw_attempt_as_recovery: ["recovery"],
  cancel_recovery_role_badge_withdraw_attempt: ["recovery"],
  quick_confirm_recovery_role_badge_withdraw_attempt: ["primary", "confirmation"],
  lock_primary_role: ["recovery"],
  unlock_primary_role: ["recovery"]
}

const requireCaller = (method: string, address: string, entity: ControllerEntity, args: Args) => {
  if (method === "timed_confirm_recovery") return
  const callers = need(CALLERS[method], "")
  const rules = callers.map((role) => entity.roles[role] ?? denyAll)
  const nodes = rules.flatMap((rule) => (rule.type === "protected" ? [rule.node] : []))
  const isOpen = rules.some(({ type }) => type === "allow")
  const rule = isOpen
    ? { type: "allow" as const }
    : { type: "protected" as const, node: { type: "any" as const, nodes } }
  requireRule(rule, args.frame.zone, `${method} of ${address}`)
}

/** The controller after a call that moves nothing. */
const changed = (method: string, entity: ControllerEntity, args: Args): ControllerEntity => {
  const { now } = args.frame.world.time
  const flag = (key: "isWithdrawing" | "isRecoveryWithdrawing", value: boolean): ControllerEntity => {
    args.end()
    if ((entity[key] === true) === value) {
      throw new Abort(value ? "a withdrawal is under way already" : "no withdrawal is under way")
    }
    return { ...entity, [key]: value }
  }
  switch (method) {
    case "initiate_recovery_as_primary":
      if (entity.primaryProposal !== undefined) throw new Abort("a recovery is under way already")
      return { ...entity, primaryProposal: readProposal(args) }
    case "initiate_recovery_as_recovery":
      if (entity.recovery !== undefined) throw new Abort("a recovery is under way already")
      return { ...entity, recovery: timed(entity, readProposal(args), now) }
    case "cancel_primary_role_recovery_proposal": {
      args.end()
      const { primaryProposal, ...rest } = entity
      need(primaryProposal, "no recovery is under way")
      return rest
    }
    case "cancel_recovery_role_recovery_proposal": {
      args.end()
      const { recovery, ...rest } = entity
      need(recovery, "no recovery is under way")
      return rest
    }
    case "quick_confirm_primary_role_recovery_proposal":
      return ended(entity, repeated(entity.primaryProposal, readProposal(args)).rules)
    case "quick_confirm_recovery_role_recovery_proposal":
      return ended(entity, repeated(entity.recovery, readProposal(args)).rules)
    case "timed_confirm_recovery":
      return confirmTimed(entity, readProposal(args), now)
    case "stop_timed_recovery":
      return stopTimer(entity, readProposal(args))
    case "initiate_badge_withdraw_attempt_as_primary":
      return flag("isWithdrawing", true)
    case "cancel_primary_role_badge_withdraw_attempt":
      return flag("isWithdrawing", false)
    case "initiate_badge_withdraw_attempt_as_recovery":
      return flag("isRecoveryWithdrawing", true)
    case "cancel_recovery_role_badge_withdraw_attempt":
      return flag("isRecoveryWithdrawing", false)
    default:
      args.end()
      return { ...entity, isPrimaryLocked: method === "lock_primary_role" }
  }
}

export const controllerMethod = (method: string, address: string, args: Args): Cargo => {
  const { world } = args.frame
  const entity = world.entityOf(address, "AccessController")
  if (method !== "timed_confirm_recovery" && CALLERS[method] === undefined) {
    throw notInSubset(`the access controller method ${method}`)
  }
  requireCaller(method, address, entity, args)
  const vault = () => world.vault(address, entity.resource)
  const put = (after: ControllerEntity) => world.draft.set("entity", address, after)
  switch (method) {
    case "create_proof":
      args.end()
      if (entity.isPrimaryLocked === true) throw new Abort("the primary role is locked")
      return showing(Proof.ofAll(vault()))
    case "quick_confirm_primary_role_badge_withdraw_attempt":
    case "quick_confirm_recovery_role_badge_withdraw_attempt": {
      args.end()
      const isOfPrimary = method === "quick_confirm_primary_role_badge_withdraw_attempt"
      if ((isOfPrimary ? entity.isWithdrawing : entity.isRecoveryWithdrawing) !== true) {
        throw new Abort("no withdrawal is under way")
      }
      put(ended(entity, NOBODY))
      return returning(vault().takeAll())
    }
    default:
      put(changed(method, entity, args))
      return nothing
  }
}
