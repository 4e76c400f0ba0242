/** Access controllers and the roles of tokens, read from the gateway's response. Pure. */
import { Option, Schema } from "effect"
import type { DetailsOf } from "~/effects/chain/ledger/replies"
import { roleOf } from "~/effects/treasury/deployment/roles"

const text = Schema.String
const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** Anyone who shows this item. */
const ItemRule = Schema.Struct({
  type: Schema.Literal("Protected"),
  access_rule: Schema.Struct({
    type: Schema.Literal("ProofRule"),
    proof_rule: Schema.Struct({
      type: Schema.Literal("Require"),
      requirement: Schema.Struct({
        type: Schema.Literal("NonFungible"),
        non_fungible: Schema.Struct({ resource_address: text, local_id: Schema.Struct({ simple_rep: text }) })
      })
    })
  })
})
const Nobody = Schema.Struct({ type: Schema.Literal("DenyAll") })

const State = Schema.Struct({
  primary_role_recovery_attempt: maybe(Schema.Unknown),
  has_primary_role_badge_withdraw_attempt: Schema.Boolean,
  has_recovery_role_badge_withdraw_attempt: Schema.Boolean,
  recovery_role_recovery_attempt: maybe(
    Schema.Struct({
      recovery_proposal: Schema.Struct({
        primary_role: ItemRule,
        recovery_role: ItemRule,
        confirmation_role: Nobody,
        timed_recovery_delay_minutes: maybe(Schema.Number)
      }),
      allow_timed_recovery_after: maybe(
        Schema.Struct({ unix_timestamp_seconds: Schema.Union(Schema.Number, Schema.NumberFromString) })
      )
    })
  )
})
const readState = Schema.decodeUnknownOption(State)

const itemOf = (rule: typeof ItemRule.Type): string => {
  const { local_id, resource_address } = rule.access_rule.proof_rule.requirement.non_fungible
  return `${resource_address}:${local_id.simple_rep}`
}

export interface ControllerFacts {
  /** The item whose holder will own the controller, as `resource:#1#`; null unless a timed recovery to one waits. */
  readonly recovery: { readonly item: string; readonly from: number } | null
  readonly isWithdrawing: boolean
  /** Something else is under way that our manifests never start. */
  readonly isDisturbed: boolean
}

/** None if the state cannot be read, for example because a recovery to another rule is under way. */
export const controllerFacts = (state: unknown): Option.Option<ControllerFacts> =>
  Option.flatMap(readState(state), (read) => {
    const { has_primary_role_badge_withdraw_attempt: isWithdrawing, recovery_role_recovery_attempt: attempt } = read
    const isDisturbed = read.primary_role_recovery_attempt != null || read.has_recovery_role_badge_withdraw_attempt
    if (attempt == null) return Option.some({ recovery: null, isWithdrawing, isDisturbed })
    const { allow_timed_recovery_after: after, recovery_proposal: proposal } = attempt
    const item = itemOf(proposal.primary_role)
    if (after == null || item !== itemOf(proposal.recovery_role) || proposal.timed_recovery_delay_minutes != null) {
      return Option.none()
    }
    return Option.some({ recovery: { item, from: after.unix_timestamp_seconds * 1000 }, isWithdrawing, isDisturbed })
  })

const Roles = Schema.Struct({
  entries: Schema.Array(
    Schema.Struct({
      role_key: Schema.Struct({ name: text }),
      assignment: Schema.Struct({ explicit_rule: Schema.optional(Schema.NullOr(Schema.Unknown)) })
    })
  )
})
const readRoles = Schema.decodeUnknownOption(Roles)
const readItem = Schema.decodeUnknownOption(ItemRule)

/** The item that has a role, once the recovery was confirmed. */
const itemWith = (assignments: unknown, role: string): string | null =>
  Option.getOrNull(
    Option.flatMap(readRoles(assignments), ({ entries }) =>
      Option.map(readItem(entries.find(({ role_key }) => role_key.name === role)?.assignment.explicit_rule), itemOf)
    )
  )

/** What a controller promises: to whom it belongs, and from when; `from` is null once that was confirmed. */
export interface VaultPromise {
  /** As `resource:#1#`. */
  readonly item: string
  readonly from: number | null
  readonly isWithdrawing: boolean
}

/** A token with this supply that nobody can make more of. */
export const isGone = (details: DetailsOf | null): boolean =>
  details?.type === "FungibleResource" && details.total_supply === "0" && isClosed(details.role_assignments, "minter")

/** Nobody has the role, and nobody can give it to anyone. */
export const isClosed = (assignments: unknown, role: string): boolean =>
  roleOf(assignments, role) === "nobody" && roleOf(assignments, `${role}_updater`) === "nobody"

/** The blueprint takes every role away when someone has withdrawn what was in it. */
export const EMPTIED = "was opened, and nobody can open it again"

/** The timer key of a controller that waits; null if it names none. */
export const timerOf = (details: DetailsOf | null): string | null => {
  const who = details?.type === "Component" ? roleOf(details.role_assignments, "recovery") : undefined
  return who?.startsWith("resource_") ? who : null
}

/** What a controller promises, or why it promises nothing. `timer`: details of the token that `timerOf` names. */
export const promiseOf = (details: DetailsOf | null, timer: DetailsOf | null): VaultPromise | string => {
  if (details?.type !== "Component" || details.blueprint_name !== "AccessController")
    return "is not an access controller"
  const roles = details.role_assignments
  if (roleOf(roles, "confirmation") !== "nobody") return "gives someone the role confirmation, who could stop the delay"
  const facts = Option.getOrNull(controllerFacts(details.state))
  if (facts === null || facts.isDisturbed) return "will not belong to the holder of one bond"
  const owner = itemWith(roles, "primary")
  if (owner !== null && owner === itemWith(roles, "recovery") && facts.recovery === null) {
    return { item: owner, from: null, isWithdrawing: facts.isWithdrawing }
  }
  if (roleOf(roles, "primary") !== "nobody") return "gives someone the role primary before the delay is over"
  if (facts.recovery === null && roleOf(roles, "recovery") === "nobody") return EMPTIED
  if (!isGone(timer)) return "can be stopped, because its timer key was not burned"
  if (facts.recovery === null) return "will not belong to the holder of one bond"
  return { ...facts.recovery, isWithdrawing: facts.isWithdrawing }
}

/** By role of a token, who may have it so that nobody can take, stop or destroy what others hold. */
const HARMLESS = {
  freezer: { who: ["nobody"], could: "freeze" },
  recaller: { who: ["nobody"], could: "recall" },
  burner: { who: ["nobody", "everybody"], could: "burn" },
  withdrawer: { who: ["everybody"], could: "stop withdrawals of" },
  depositor: { who: ["everybody"], could: "stop deposits of" }
} as const

/** Why a token cannot be collateral, with the role named; null if it can. */
export const riskOf = (assignments: unknown): string | null => {
  for (const [role, { could, who }] of Object.entries(HARMLESS)) {
    const has = roleOf(assignments, role)
    const updater = roleOf(assignments, `${role}_updater`)
    if (has === undefined || !who.some((each) => each === has)) {
      return `Its role ${role} lets someone ${could} it.`
    }
    if (updater !== "nobody") return `Its role ${role} can be changed, so that someone could ${could} it.`
  }
  return null
}
