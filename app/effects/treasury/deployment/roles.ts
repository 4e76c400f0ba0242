/** Access roles of ledger entities, read from the gateway's response. Pure. */
import { Option, Schema } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { wellKnown } from "~/ledger/index"
import { KEY_ID } from "./seatIds"

const text = Schema.String
const Badge = Schema.Struct({ type: Schema.Literal("Resource"), resource: text })
const Rule = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("Protected"),
    access_rule: Schema.Struct({
      type: Schema.Literal("ProofRule"),
      proof_rule: Schema.Struct({ type: Schema.Literal("Require"), requirement: Badge })
    })
  }),
  Schema.Struct({ type: Schema.Literal("AllowAll", "DenyAll") })
)
const Roles = Schema.Struct({
  owner: Schema.Struct({ rule: Schema.Unknown }),
  entries: Schema.Array(
    Schema.Struct({
      role_key: Schema.Struct({ name: text }),
      assignment: Schema.Struct({ resolution: text, explicit_rule: Schema.optional(Schema.NullOr(Schema.Unknown)) })
    })
  )
})

const readRoles = Schema.decodeUnknownOption(Roles)
const readRule = Schema.decodeUnknownOption(Rule)

/** The resource whose holders have the role, "nobody" or "everybody"; undefined for any other rule or none. */
const whoOf = (rule: unknown): string | undefined =>
  Option.match(readRule(rule), {
    onNone: () => undefined,
    onSome: (known) => {
      if ("access_rule" in known) return known.access_rule.proof_rule.requirement.resource
      return known.type === "DenyAll" ? "nobody" : "everybody"
    }
  })

/** The owner: the resource of which a proof is required. */
export const ownerOf = (assignments: unknown): string | undefined =>
  Option.match(readRoles(assignments), { onNone: () => undefined, onSome: ({ owner }) => whoOf(owner.rule) })

/** Who has an explicitly assigned role. */
export const roleOf = (assignments: unknown, name: string): string | undefined =>
  Option.match(readRoles(assignments), {
    onNone: () => undefined,
    onSome: ({ entries }) => whoOf(entries.find(({ role_key }) => role_key.name === name)?.assignment.explicit_rule)
  })

/** Rule of a multisig treasury: the badges or the keys that count, and how many of them are needed (docs/ledger.md). */
export interface SignerRule {
  /** For example `#1#`; or only keys, by the global ids of their badges. */
  readonly ids: ReadonlyArray<string>
  readonly needed: number
}

export const isSameRule = (one: SignerRule, other: SignerRule): boolean =>
  one.needed === other.needed && one.ids.length === other.ids.length && one.ids.every((id) => other.ids.includes(id))

/** For example "2 of #1# #2# #3#". Sorted, so that equal rules have equal texts. */
export const ruleText = ({ ids, needed }: SignerRule): string => `${needed} of ${[...ids].sort().join(" ")}`

const SignerRoles = Schema.Struct({
  owner: Schema.Struct({
    rule: Schema.Struct({
      type: Schema.Literal("Protected"),
      access_rule: Schema.Struct({
        type: Schema.Literal("ProofRule"),
        proof_rule: Schema.Struct({
          type: Schema.Literal("CountOf"),
          count: Schema.Int,
          list: Schema.Array(
            Schema.Struct({
              type: Schema.Literal("NonFungible"),
              non_fungible: Schema.Struct({
                resource_address: text,
                local_id: Schema.Struct({ simple_rep: text })
              })
            })
          )
        })
      })
    })
  })
})
const readSigners = Schema.decodeUnknownOption(SignerRoles)

const KEYS: ReadonlySet<string> = new Set([
  wellKnown("ed25519Badge", NETWORK_ID),
  wellKnown("secp256k1Badge", NETWORK_ID)
])

/**
 * None if one badge is enough, or for any other kind of rule, as one that counts badges and keys together. If `badge` is
 * null, only rules over keys are read.
 */
export const signerRuleOf = (assignments: unknown, badge: string | null): Option.Option<SignerRule> =>
  Option.flatMap(readSigners(assignments), ({ owner }) => {
    const { count: needed, list } = owner.rule.access_rule.proof_rule
    const counted = list.map(({ non_fungible: { local_id, resource_address: of } }) => ({
      of,
      id: local_id.simple_rep
    }))
    if (badge !== null && counted.every(({ of }) => of === badge)) {
      return Option.some({ ids: counted.map(({ id }) => id), needed })
    }
    return counted.length > 0 && counted.every(({ id, of }) => KEYS.has(of) && KEY_ID.test(id))
      ? Option.some({ ids: counted.map(({ id, of }) => `${of}:${id}`), needed })
      : Option.none()
  })

/** Rule of a treasury: any single badge, several badges together, or a rule that this site does not support. */
export type TreasuryRule = "one" | "other" | SignerRule

export const treasuryRuleOf = (assignments: unknown, badge: string): TreasuryRule =>
  Option.getOrElse(signerRuleOf(assignments, badge), () => (ownerOf(assignments) === badge ? "one" : "other"))
