import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, FastCheck, Schema } from "effect"
import { GovernanceSettings, JoinPolicy } from "~/effects/access/Community"
import {
  type ExploreQuery,
  everything,
  exploreHref,
  readQuery,
  sorts,
  tabs
} from "~/effects/communities/communities/query"
import { templates } from "~/effects/communities/communities/templates"
import { joiningInWords, quorumInWords, rulesInWords } from "~/effects/communities/communities/words"

const TAGS = ["Film", "Open source", "Co-operatives"]
const Asked = Schema.Struct({
  tab: Schema.Literal(...tabs),
  q: Schema.Literal("", "ab", "a & b=c", "über~alles", "x".repeat(60)),
  tags: Schema.Literal("Film", "Open source", "Co-operatives").pipe((tag) => Schema.Array(tag)),
  policy: Schema.NullOr(JoinPolicy),
  hasOpenVote: Schema.Boolean,
  hasOpenSale: Schema.Boolean,
  sort: Schema.Literal(...sorts),
  at: Schema.NullOr(Schema.Int.pipe(Schema.between(0, 2 ** 48)))
})

describe("a query of the directory", () => {
  it("is parsed back from its own address", () => {
    for (const { at, tags, ...asked } of FastCheck.sample(Arbitrary.make(Asked), 300)) {
      const value = at === null ? null : asked.sort === "name" ? `a~name & ${at}` : at
      const query: ExploreQuery = {
        ...asked,
        tags: TAGS.filter((tag) => tags.some((one) => one === tag)),
        after: value === null ? null : { value, id: "abcdefgh2345" }
      }
      const address = new URL(exploreHref(query), "https://own.invalid")
      assert.deepEqual(readQuery(address.searchParams, TAGS), query)
    }
  })

  it("has the shortest address when empty, and ignores anything invalid", () => {
    assert.strictEqual(exploreHref(everything), "/explore")
    for (const search of FastCheck.sample(FastCheck.webQueryParameters(), 200)) {
      const query = readQuery(new URLSearchParams(search), TAGS)
      assert.isTrue(query.q === "" || query.q.length >= 2)
      assert.isNull(query.after)
    }
  })
})

describe("the voting rules of a community", () => {
  it("come in four templates within the limits", () => {
    for (const { governance } of Object.values(templates)) assert.isTrue(Schema.is(GovernanceSettings)(governance))
    const { club, ...others } = templates
    assert.strictEqual(rulesInWords(club.governance.kinds.decision), "5 days, 10% quorum, more than 50%")
    assert.strictEqual(
      rulesInWords(others["co-operative"].governance.kinds.decision),
      "5 days, 25% quorum, at least 66%"
    )
    assert.strictEqual(rulesInWords(others["grant-fund"].governance.kinds.spending), "7 days, 20% quorum, at least 60%")
    assert.isTrue(others["investor-circle"].governance.bondsNeedVote)
  })

  it.each([
    [40, 10, "With 40 members, at least 4 must vote on a decision."],
    [41, 10, "With 41 members, at least 5 must vote on a decision."],
    [1, 10, "With 1 member, at least 1 must vote on a decision."],
    [9, 0, "With 9 members, at least 1 must vote on a decision."]
  ])("state the quorum: %i members, %i %%", (members, quorumPct, words) => {
    const { governance } = templates.club
    const decision = { ...governance.kinds.decision, quorumPct }
    assert.strictEqual(quorumInWords({ ...governance, kinds: { ...governance.kinds, decision } }, members), words)
  })

  it("omit the number of ballots when weights differ", () => {
    assert.isNull(quorumInWords(templates["grant-fund"].governance, 40))
  })

  it("name the token required for joining if it is the community's own", () => {
    const own = { resource: "resource_a", minAmount: "500" }
    const base = { joinPolicy: "token", joinToken: own, tokenResource: "resource_a", tokenSymbol: "OMF" } as const
    assert.strictEqual(joiningInWords(base), "Requires 500 OMF")
    assert.strictEqual(joiningInWords({ ...base, tokenResource: "resource_b" }), "Token required")
  })
})
