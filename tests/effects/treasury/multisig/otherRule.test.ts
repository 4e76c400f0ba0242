/**
 * A treasury with a rule that this site does not offer: no page says that one badge opens it, and nothing is prepared.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { OTHER_RULE, opensWords } from "~/effects/treasury/deployment/opens"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { whoOpens } from "~/effects/treasury/deployment/whoOpens.server"
import { Protecting } from "~/effects/treasury/multisig/Protecting.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"
import { badgeOfKey, renderManifest, Templates, Tree } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { STOKENET } from "../../../ledger/signing"
import { ADA } from "../../chain/ledger/transactions"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { registered } from "../claims/world"
import { ada, bea, hereOf, open, propose, ruleOf, submit, world } from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)

describeOnBothDatabases("a treasury whose rule counts badges and keys together", (database) => {
  it.effect('is shown with "another rule", and nothing is prepared for it', () =>
    Effect.gen(function* () {
      const community = yield* open
      assert.strictEqual(yield* whoOpens(community), "one")
      const { id: key, resource: ofKeys } = badgeOfKey(bea.publicKey, STOKENET)
      const counted = [
        { resource: ofKeys, id: key },
        { resource: community.ownerBadge, id: "#1#" },
        { resource: community.ownerBadge, id: "#2#" }
      ]
      const items = counted.map(({ id, resource }) => `Enum<0u8>(NonFungibleGlobalId("${resource}:${id}"))`).join(", ")
      const admin = { account: ADA, badge: community.ownerBadge ?? assert.fail("no badge"), id: "#1#" }
      const proof = renderManifest(Tree.manifest(Templates.proofOfAdmin(admin)))
      const treasury = community.treasuryAccount ?? assert.fail("no treasury")
      yield* submit(
        `${proof}\nSET_OWNER_ROLE Address("${treasury}") Enum<2u8>(Enum<0u8>(Enum<2u8>(2u8, Array<Enum>(${items}))));`,
        ada
      )
      assert.isNull(yield* ruleOf(community))
      assert.strictEqual(yield* whoOpens(community), "other")
      assert.notInclude(opensWords("other"), "alone")
      const here = hereOf(community)
      const bonds = yield* Bonds
      const protecting = yield* Protecting
      assert.strictEqual(yield* messageOf(TreasuryHolders.requireMaySpend(here, "distribute")), OTHER_RULE)
      assert.strictEqual(yield* messageOf(bonds.issue(here, "none")), OTHER_RULE)
      assert.strictEqual(yield* messageOf(protecting.prepare(here, { ids: ["#1#", "#2#"], needed: 2 })), OTHER_RULE)
      assert.strictEqual(yield* messageOf(propose(community)), OTHER_RULE)
      yield* registered(ADA)
      const at = { token: yield* signIn(ADA), params: { id: community.id } }
      const { value } = yield* visit(`/community/detail/${community.id}/signers`, signersPage, at)
      assert.deepStrictEqual(value, { state: "other" })
    }).pipe(Effect.provide(world(database)))
  )
})
