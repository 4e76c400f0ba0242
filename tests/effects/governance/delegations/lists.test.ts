/** The lists of the page of delegations on both databases: members to choose, delegations, and how they were used. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Delegates } from "~/effects/governance/delegations/Delegates.server"
import {
  type DelegationKey,
  type DelegationRow,
  DelegationsRepo
} from "~/effects/governance/delegations/DelegationsRepo.server"
import { delegationsPage } from "~/effects/governance/delegations/pages/delegations.server"
import type { DelegationsPage } from "~/effects/governance/delegations/views"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { join } from "../../communities/communities/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { club, person, propose, TODAY, voter, world } from "../proposals/world"
import { crowd, delegatedByAll, delegateVote, frozenOfAll } from "./delegateTo"

const pageOf = (id: string, name: string, query = "") =>
  Effect.gen(function* () {
    const token = yield* signIn(voter(name).account)
    const { value } = yield* visit(`/community/detail/${id}/delegations${query}`, delegationsPage, {
      token,
      params: { id }
    })
    return value satisfies DelegationsPage
  })

type Between = Readonly<Record<"delegated" | "toThem", ReadonlyArray<DelegationRow>>>

describeOnBothDatabases("the lists of delegations", (database) => {
  it.effect("contain all delegations one has made, however many one receives, and page through those received", () =>
    Effect.gen(function* () {
      const id = yield* club()
      yield* delegateVote(id, "Ana", "Ben", { kinds: ["decision", "rule"] })
      const accounts = yield* crowd(id, 520)
      // Later than Ana's own: more than two thousand rows come before hers.
      yield* delegatedByAll(id, accounts, voter("Ana").account, TODAY + 1)
      const first = yield* pageOf(id, "Ana")
      assert.deepStrictEqual(
        first.delegated.map(({ delegate, kinds }) => [delegate.name, kinds]),
        [["Ben", ["decision", "rule"]]]
      )
      assert.strictEqual(first.toMe.delegators, 520)
      const second = yield* pageOf(id, "Ana", `?from=${first.toMe.next}`)
      assert.deepStrictEqual([first.toMe.loans.length, second.toMe.loans.length], [20, 20])
      const { between } = yield* DelegationsRepo
      const seen = new Map<string, number>()
      let after: DelegationKey | null = null
      do {
        const found: Between = yield* between(id, voter("Ana").account, TODAY + 2, 130, after)
        assert.lengthOf(found.delegated, 2)
        for (const { delegator } of found.toThem) seen.set(delegator, (seen.get(delegator) ?? 0) + 1)
        after = found.toThem.at(-1) ?? null
      } while (after !== null)
      assert.deepStrictEqual([...seen.keys()].toSorted(), [...accounts])
      assert.deepStrictEqual(new Set(seen.values()), new Set([4]))
      const shown = [...first.toMe.loans, ...second.toMe.loans].map(({ delegator }) => delegator.account)
      assert.deepStrictEqual(shown, [...seen.keys()].slice(0, 40))
      // An invalid position is read as the beginning.
      for (const odd of ["x", `${"9".repeat(40)}~${"0".repeat(64)}`]) {
        assert.deepStrictEqual((yield* pageOf(id, "Ana", `?from=${odd}`)).toMe, first.toMe, odd)
      }
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("find members by words of their names, with special characters in them, and page through the results", () =>
    Effect.gen(function* () {
      const id = yield* club()
      const named = ["night_owl", "night owl 2", "nightowl", "Jose Marti"]
      for (const name of named) yield* join(id, yield* person(name))
      yield* crowd(id, 25)
      const found = (q: string) =>
        Effect.map(pageOf(id, "Ana", `?q=${encodeURIComponent(q)}`), ({ delegates }) =>
          delegates.map(({ person }) => person.name)
        )
      assert.deepStrictEqual(yield* found("night_owl"), ["night owl 2", "night_owl", "nightowl"])
      assert.deepStrictEqual(yield* found("owl_2"), ["night owl 2"])
      assert.deepStrictEqual(yield* found("Night"), ["night owl 2", "night_owl", "nightowl"])
      assert.deepStrictEqual(yield* found("José"), ["Jose Marti"])
      assert.deepStrictEqual(yield* found("ight%wl"), ["night owl 2", "night_owl", "nightowl"])
      assert.deepStrictEqual(yield* found(voter("Cho").account), ["Cho"])
      for (const none of ["%", "_", "\\", "'", "nobody", asAccount("account_tdx_2_nobody")]) {
        assert.deepStrictEqual(yield* found(none), [], none)
      }

      const seen: Array<string> = []
      let after: string | null = ""
      while (after !== null) {
        const more: string = after === "" ? "" : `&after=${encodeURIComponent(after)}`
        const page: DelegationsPage = yield* pageOf(id, "Ana", `?q=member${more}`)
        seen.push(...page.delegates.map(({ person }) => person.name ?? ""))
        after = page.after
      }
      assert.lengthOf(seen, 25)
      assert.strictEqual(new Set(seen).size, 25)
      // A position of the other order, or an invalid one, is read as the beginning.
      const beginning = yield* pageOf(id, "Ana", "?q=member")
      for (const odd of ["x", "~", "~account_tdx_2_x"]) {
        const page = yield* pageOf(id, "Ana", `?q=member&after=${odd}`)
        assert.deepStrictEqual(page.delegates, beginning.delegates, odd)
      }
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("show how delegations were used, vote by vote, to the last one", () =>
    Effect.gen(function* () {
      const id = yield* club()
      const { id: proposal } = yield* propose(id)
      yield* frozenOfAll(proposal, yield* crowd(id, 45), voter("Ana").account)
      const seen: Array<string> = []
      let used: string | null = ""
      while (used !== null) {
        const page: DelegationsPage = yield* pageOf(id, "Ana", used === "" ? "" : `?used=${used}`)
        assert.isAtMost(page.used.lines.length, 20)
        assert.deepStrictEqual(page.done, { lines: [], next: null })
        seen.push(...page.used.lines.map(({ delegator }) => delegator.account))
        used = page.used.next
      }
      assert.strictEqual(new Set(seen).size, 45)
      const { delegatedBy } = yield* OwnVotes
      const ofDelegator = yield* delegatedBy({
        account: asAccount(seen[7] ?? ""),
        community: null,
        now: TODAY,
        limit: 5,
        after: null
      })
      assert.deepStrictEqual(
        ofDelegator.lines.map(({ delegate, use }) => [delegate.name, use]),
        [["Ana", "idle"]]
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("count only delegators whose delegation would count", () =>
    Effect.gen(function* () {
      const id = yield* club()
      for (const from of ["Ben", "Cho", "Dev"]) yield* delegateVote(id, from, "Ana")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE memberships SET status = 'left' WHERE account_address = ${voter("Ben").account}`
      // Left and came back: earlier delegations are over.
      yield* sql`UPDATE memberships SET joined_at = ${TODAY + 1} WHERE account_address = ${voter("Cho").account}`
      const delegates = yield* Delegates
      const asked = { community: id, account: voter("Ana").account, q: "Ana", after: null, limit: 10, now: TODAY + 2 }
      const { listed, own } = yield* delegates.page(asked)
      assert.deepStrictEqual(listed, [], "oneself is not offered")
      const shown = (yield* delegates.page({ ...asked, account: voter("Eva").account })).listed
      assert.deepStrictEqual(
        [...shown, Option.getOrThrow(own)].map(({ delegators }) => delegators),
        [1, 1]
      )
      assert.lengthOf((yield* pageOf(id, "Ana")).toMe.loans, 1)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("find no cycle through a delegation that ended when its delegator left and came back", () =>
    Effect.gen(function* () {
      const id = yield* club()
      yield* delegateVote(id, "Ana", "Ben")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE memberships SET joined_at = ${TODAY + 1} WHERE account_address = ${voter("Ana").account}`
      assert.isString(yield* delegateVote(id, "Ben", "Ana"))
    }).pipe(Effect.provide(world(database)))
  )
})
