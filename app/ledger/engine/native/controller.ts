/** Access controllers, as far as the timed recovery of secured bonds needs them (docs/ledger.md). */

import type { Args } from "../Args"
import { Abort, need, notInSubset } from "../abort"
import { denyAll } from "../auth/Rule"
import { requireRule } from "../auth/roles"
import { type Cargo, nothing, returning } from "../Frame"
import type { EntityOf, Recovery, RuleSet } from "../state/rows"

type ControllerEntity = EntityOf<"AccessController">

const SECONDS_A_MINUTE = 60

interface Proposal {
  readonly rules: RuleSet
  readonly delayMinutes: number | undefined
}

const readProposal = (args: Args): Proposal => {
  const set = args.tuple()
  const rules = { primary: set.rule(), recovery: set.rule(), confirmation: set.rule() }
  set.end()
  const delayMinutes = args.option((inner) => inner.u32())
  args.end()
  return { rules, delayMinutes }
}

/** The pending proposal, which the caller must repeat exactly. */
const pending = (entity: ControllerEntity, proposal: Proposal): Recovery => {
  const recovery = need(entity.recovery, "no recovery is under way")
  const isSame =
    JSON.stringify(recovery.rules, bigints) === JSON.stringify(proposal.rules, bigints) &&
    recovery.delayMinutes === proposal.delayMinutes
  if (!isSame) throw new Abort("another recovery is under way")
  return recovery
}
const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value)

const wholeMinutes = (seconds: number) => Math.floor(seconds / SECONDS_A_MINUTE)

const withDelay = (delayMinutes: number | undefined) => (delayMinutes === undefined ? {} : { delayMinutes })

const initiate = (entity: ControllerEntity, proposal: Proposal, now: number): ControllerEntity => {
  if (entity.recovery !== undefined) throw new Abort("a recovery is under way already")
  const confirmable =
    entity.delayMinutes === undefined
      ? {}
      : { confirmableFrom: (wholeMinutes(now) + entity.delayMinutes) * SECONDS_A_MINUTE }
  return { ...entity, recovery: { rules: proposal.rules, ...withDelay(proposal.delayMinutes), ...confirmable } }
}

const confirm = (entity: ControllerEntity, proposal: Proposal, now: number): ControllerEntity => {
  const { confirmableFrom } = pending(entity, proposal)
  if (confirmableFrom === undefined) throw new Abort("this recovery has no timer")
  if (wholeMinutes(now) * SECONDS_A_MINUTE < confirmableFrom) throw new Abort("the delay is not over yet")
  const { delayMinutes: _, recovery: __, ...rest } = entity
  return { ...rest, roles: { ...proposal.rules }, ...withDelay(proposal.delayMinutes), isWithdrawing: false }
}

const stop = (entity: ControllerEntity, proposal: Proposal): ControllerEntity => {
  const { confirmableFrom: _, ...recovery } = pending(entity, proposal)
  return { ...entity, recovery }
}

const LOCKED = { primary: denyAll, recovery: denyAll, confirmation: denyAll }

export const controllerMethod = (method: string, address: string, args: Args): Cargo => {
  const { world, zone } = args.frame
  const entity = world.entityOf(address, "AccessController")
  const allow = (...roles: ReadonlyArray<keyof RuleSet>) => {
    const rules = roles.map((role) => entity.roles[role] ?? denyAll)
    const nodes = rules.flatMap((rule) => (rule.type === "protected" ? [rule.node] : []))
    const isOpen = rules.some((rule) => rule.type === "allow")
    const rule = isOpen
      ? { type: "allow" as const }
      : { type: "protected" as const, node: { type: "any" as const, nodes } }
    requireRule(rule, zone, `${method} of ${address}`)
  }
  const put = (after: ControllerEntity): Cargo => {
    world.draft.set("entity", address, after)
    return nothing
  }
  switch (method) {
    case "initiate_recovery_as_recovery":
      allow("recovery")
      return put(initiate(entity, readProposal(args), world.time.now))
    case "timed_confirm_recovery":
      return put(confirm(entity, readProposal(args), world.time.now))
    case "stop_timed_recovery":
      allow("primary", "recovery", "confirmation")
      return put(stop(entity, readProposal(args)))
    case "initiate_badge_withdraw_attempt_as_primary":
      args.end()
      allow("primary")
      if (entity.isWithdrawing) throw new Abort("a withdrawal is under way already")
      return put({ ...entity, isWithdrawing: true })
    case "quick_confirm_primary_role_badge_withdraw_attempt": {
      args.end()
      allow("recovery", "confirmation")
      if (!entity.isWithdrawing) throw new Abort("no withdrawal is under way")
      put({ ...entity, roles: LOCKED, isWithdrawing: false })
      return returning(world.vault(address, entity.resource).takeAll())
    }
    default:
      throw notInSubset(`the access controller method ${method}`)
  }
}
