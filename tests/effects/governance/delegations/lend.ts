/** Votes as members lend them, signed by their wallets. */
import { Effect, Option } from "effect"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { Delegations } from "~/effects/governance/delegations/Delegations.server"
import type { LoanValues } from "~/effects/governance/delegations/loanForm"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { HOUR, NAMES, TODAY, voter } from "../proposals/world"
import { testSite } from "../votes/world"

export const DAY = 24 * HOUR
export const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
export const NEXT_MONTH = day(TODAY + 30 * DAY)

export const valuesOf = (to: string, more: Partial<LoanValues> = {}): LoanValues => ({
  to: NAMES.some((name) => name === to) || PEOPLE.includes(to) ? voter(to).account : to,
  kinds: ["decision", "spending", "rule", "election"],
  until: NEXT_MONTH,
  ...more
})
export const PEOPLE = [...NAMES, "Fay", "Gus", "Hal", "Ida", "Jon"]

export const communityOf = (id: string) =>
  Effect.flatMap(CommunitiesRepo, (repo) =>
    Effect.map(repo.findById(id, null), (found) => Option.getOrThrow(found).community)
  )

export const signed = (id: string, name: string, values: LoanValues) =>
  Effect.gen(function* () {
    const delegations = yield* Delegations
    const { account, key } = voter(name)
    const lending = { community: yield* communityOf(id), account, values }
    const { delegation, digest } = yield* delegations.prepare(lending)
    const signature = {
      publishAt: Date.parse(delegation.madeAt),
      nonce: delegation.nonce,
      proof: {
        curve: "curve25519" as const,
        publicKey: Buffer.from(key.publicKey).toString("hex"),
        signature: Buffer.from(key.sign(rolaHash(digest, testSite))).toString("hex")
      }
    }
    return { lending, signature, digest }
  })

export const lend = (id: string, from: string, to: string, more: Partial<LoanValues> = {}) =>
  Effect.gen(function* () {
    const delegations = yield* Delegations
    const { digest, lending, signature } = yield* signed(id, from, valuesOf(to, more))
    yield* delegations.lend(lending, signature)
    return digest
  })
