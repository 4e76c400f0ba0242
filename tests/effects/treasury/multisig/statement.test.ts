/** What a statement shows of payments that signers approved, by a request or outside this site. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { checkHref } from "~/effects/treasury/multisig/approvalMessages"
import { codeOf } from "~/effects/treasury/multisig/request"
import { TreasuryLive } from "~/effects/treasury/statements/layers.server"
import { movementLine } from "~/effects/treasury/statements/lines"
import { yearAt } from "~/effects/treasury/statements/period"
import { TreasuryStatements } from "~/effects/treasury/statements/TreasuryStatements.server"
import type { Signer } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf } from "../../../ledger/signing"
import { ADA } from "../../chain/ledger/transactions"
import {
  ada,
  approvedBy,
  bea,
  cas,
  countedByKeys,
  dan,
  eve,
  keyIdOf,
  open,
  propose,
  rules,
  signing,
  submit,
  world,
  XRD
} from "./world"

const movements = (community: Community) =>
  Effect.gen(function* () {
    yield* (yield* Indexer).round
    const statements = yield* TreasuryStatements
    const asked = { period: yearAt(0), after: null, limit: 100 }
    const found = Option.getOrThrow(yield* inTime(statements.statement(community, asked)))
    return found.movements.filter(({ amount, resource }) => resource === XRD && amount.startsWith("-"))
  })

const proof = (community: Community, account: string, id: string) =>
  `CALL_METHOD Address("${account}") "create_proof_of_non_fungibles" Address("${community.ownerBadge}") Array<NonFungibleLocalId>(NonFungibleLocalId("${id}"));`
const payment = (
  community: Community,
  amount = 7
) => `CALL_METHOD Address("${community.treasuryAccount}") "withdraw" Address("${XRD}") Decimal("${amount}");
CALL_METHOD Address("${accountOf(eve)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`

describeOnBothDatabases("a statement of a multisig treasury", (database) => {
  const Live = TreasuryLive.pipe(Layer.provideMerge(world(database)))

  it.effect.each(rules)("has a request's code, its signers, and a link to check it: by %s", ([kind, under]) =>
    Effect.gen(function* () {
      const community = yield* under()
      const asked = yield* propose(community, ada, kind === "badges" ? {} : { sign: [] })
      const { act: approval } = yield* approvedBy(community, asked.id, bea, cas)
      const [paid, ...others] = yield* movements(community)
      assert.lengthOf(others, 0)
      assert(paid !== undefined && approval.request !== null)
      const request = { code: codeOf(approval.request), check: checkHref(approval.txId ?? "") }
      assert.deepInclude(paid, { reason: "keepers", request })
      assert.deepStrictEqual(
        paid.signers.map(({ account }) => account),
        [accountOf(bea), accountOf(cas)]
      )
      assert.deepInclude(movementLine(paid), { request: request.code, request_check: request.check })
    }).pipe(Effect.provide(Live))
  )

  it.effect("names all who opened it outside this site", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const proofs = [proof(community, ADA, "#1#"), proof(community, accountOf(bea), "#2#")].join("\n")
      yield* submit(`${proofs}\n${payment(community)}`, ada, bea)
      const [together] = yield* movements(community)
      assert.deepInclude(together, {
        reason: "unexplained",
        request: null,
        signers: [ADA, accountOf(bea)].map((account) => ({ account, name: null }))
      })
    }).pipe(Effect.provide(Live))
  )

  it.effect("names the signers whose keys opened it outside this site, and nobody once those keys left the rule", () =>
    Effect.gen(function* () {
      const community = yield* countedByKeys()
      const pays = (amount: number, ...by: ReadonlyArray<Signer>) => submit(payment(community, amount), ...by)
      // A stranger's signature next to theirs is not a signer's.
      yield* pays(7, ada, eve, cas)
      // The keys of Ada and Bea leave the rule outside this site, and nobody here knows the new ones.
      const counted = [dan, eve].map((who) => `Enum<0u8>(NonFungibleGlobalId("${keyIdOf(who)}"))`).join(", ")
      yield* submit(
        `SET_OWNER_ROLE Address("${community.treasuryAccount}") Enum<2u8>(Enum<0u8>(Enum<2u8>(2u8, Array<Enum>(${counted}))));`,
        ada,
        bea
      )
      yield* pays(8, dan, eve)
      const [first, second] = yield* movements(community)
      assert.strictEqual(first?.reason, "unexplained")
      assert.sameDeepMembers(
        [...(first?.signers ?? [])],
        [ADA, accountOf(cas)].map((account) => ({ account, name: null }))
      )
      assert.deepInclude(second, { reason: "unexplained", signers: [] })
    }).pipe(Effect.provide(Live))
  )

  it.effect("names the one badge that opened a single-signer treasury", () =>
    Effect.gen(function* () {
      const community = yield* open
      yield* submit(`${proof(community, accountOf(cas), "#3#")}\n${payment(community)}`, cas)
      const [alone] = yield* movements(community)
      assert.deepStrictEqual(
        alone?.signers.map(({ account }) => account),
        [accountOf(cas)]
      )
    }).pipe(Effect.provide(Live))
  )
})
