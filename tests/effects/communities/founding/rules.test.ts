/** The forms about a community: what they refuse, and their messages (docs/product/communities.md). */
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import { GovernanceSettings, Slug } from "~/effects/access/Community"
import { THRESHOLD_HELP } from "~/effects/access/exactThreshold"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { checkForm } from "~/effects/base/remix/form"
import { tidyLine, tidyText } from "~/effects/base/text/plain"
import { templates } from "~/effects/communities/communities/templates"
import { governanceFacts } from "~/effects/communities/communities/words"
import {
  isAlmostTwoThirds,
  passingSentence,
  quorumSentence,
  templateSentence,
  typedSentence,
  valuesSentence
} from "~/effects/communities/founding/consequences"
import { BasicsForm, checkDecisions, checkPeople, linkRows } from "~/effects/communities/founding/forms"
import { governanceOf, joinTokenOf } from "~/effects/communities/founding/governance"
import { slugOf, slugVariants } from "~/effects/communities/founding/slug"
import { decisionsOf, fromTemplate, isTemplate, ruleFields, withTemplate } from "~/effects/communities/founding/values"
import {
  createHref,
  mergeValues,
  startValues,
  stepAt,
  stepOf,
  stepOfField
} from "~/effects/communities/founding/wizard"
import { asResource } from "../../../addresses"

const XRD = asResource("resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc")
const basics = {
  ...startValues,
  name: "Tool Library",
  slug: "tool-library",
  tagline: "Borrow a drill.",
  tags: ["Neighbourhoods"]
}
const wrong = <A>(checked: Either.Either<A, Readonly<Record<string, string>>>) =>
  Either.isLeft(checked) ? checked.left : {}
const basicsErrors = (changes: object) => {
  const values = { ...basics, ...changes }
  return wrong(checkForm(BasicsForm, { ...values, links: linkRows(values) }))
}

describe("an address proposed from a name", () => {
  it("is what people would type", () => {
    assert.strictEqual(slugOf("Tool Library"), "tool-library")
    assert.strictEqual(slugOf("  Café   Größe & Söhne's  "), "cafe-grosse-sohnes")
    assert.strictEqual(slugOf("Σοφία"), "")
    assert.strictEqual(slugOf("ab"), "")
  })

  it("is always valid in the form, and so are its variants", () => {
    const isSlug = Schema.is(Slug)
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (name) => {
        const slug = slugOf(name)
        if (slug === "") return
        assert.isTrue(isSlug(slug), slug)
        for (const variant of slugVariants(slug)) assert.isTrue(isSlug(variant), variant)
      })
    )
  })
})

describe("typed text", () => {
  it("loses control characters and nothing else", () => {
    assert.strictEqual(tidyLine("  a\u0000b \n c\u2028d "), "a b c d")
    assert.strictEqual(tidyText(" one\r\ntwo\u0007\n\n\tthree "), "one\ntwo\n\n\tthree")
  })
})

describe("basics", () => {
  it("accept a valid community", () => assert.deepEqual(basicsErrors({}), {}))

  it("report errors with the product's messages", () => {
    assert.strictEqual(basicsErrors({ name: " ab " }).name, "Use 3 to 60 characters.")
    assert.strictEqual(basicsErrors({ name: "x".repeat(61) }).name, "Use 3 to 60 characters.")
    assert.strictEqual(basicsErrors({ slug: "Tool Library" }).slug, "Use lower-case letters, digits and hyphens.")
    assert.strictEqual(basicsErrors({ slug: "-tools" }).slug, "Begin and end with a letter or a digit.")
    assert.strictEqual(basicsErrors({ slug: "ab" }).slug, "Use 3 to 40 characters.")
    assert.strictEqual(basicsErrors({ tags: [] }).tags, "Choose 1 to 5 tags.")
    assert.strictEqual(basicsErrors({ tags: ["a", "b", "c", "d", "e", "f"] }).tags, "Choose 1 to 5 tags.")
    assert.strictEqual(basicsErrors({ tags: ["a", "a"] }).tags, "Choose 1 to 5 tags.")
    assert.isString(basicsErrors({ tagline: "" }).tagline)
    assert.isString(basicsErrors({ visibility: "secret" }).visibility)
  })

  it("link only to https, and skip empty rows", () => {
    const links = (linkLabel: ReadonlyArray<string>, linkUrl: ReadonlyArray<string>) =>
      basicsErrors({ linkLabel, linkUrl }).links
    assert.isUndefined(links(["Home", "", ""], ["https://a.example/x", "", ""]))
    for (const url of ["http://a.example", "javascript:alert(1)", "https://", "https://a b", ""]) {
      assert.isString(links(["Home"], [url]), url)
    }
    assert.isString(links([""], ["https://a.example"]))
    assert.isString(links(Array(6).fill("x"), Array(6).fill("https://a.example")))
  })
})

describe("people", () => {
  const people = { joinPolicy: "token", tokenResource: XRD, tokenAmount: "12.5", rules: "Be kind." }

  it("require a token only if joining requires one", () => {
    const checked = checkPeople(people)
    assert.deepEqual(
      Either.map(checked, joinTokenOf),
      Either.right({ resource: XRD, minAmount: AmountText.make("12.5") })
    )
    const open = checkPeople({ ...people, joinPolicy: "open", tokenResource: "nonsense", tokenAmount: "" })
    assert.deepEqual(Either.map(open, joinTokenOf), Either.right(null))
  })

  it("refuse invalid tokens, amounts and rules", () => {
    const account = "account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa"
    for (const tokenResource of ["", account, XRD.replace("tdx_2_", "rdx"), `${XRD}x`]) {
      assert.deepEqual(wrong(checkPeople({ ...people, tokenResource })), {
        tokenResource: "This is not a token address on the test network."
      })
    }
    for (const tokenAmount of ["", "0", "-1", "1,5", "1e3", "0.0000000000000000001"]) {
      assert.property(wrong(checkPeople({ ...people, tokenAmount })), "tokenAmount", tokenAmount)
    }
    assert.strictEqual(wrong(checkPeople({ ...people, rules: " \n " })).rules, "Please write the house rules.")
  })
})

describe("decisions", () => {
  it("may leave payouts up to an amount to the treasury holder, and are otherwise written as before", () => {
    const rules = (freePayout: string) =>
      Either.map(checkDecisions({ ...fromTemplate("club"), freePayout }), governanceOf)
    for (const none of ["", "0", " 0.00 "]) {
      assert.deepStrictEqual(rules(none), Either.right(templates.club.governance))
    }
    assert.deepInclude(Either.getOrThrow(rules("1250.50")), { freePayout: AmountText.make("1250.5") })
    for (const text of ["-1", "1,000", "1e3", "many", "0.1234567890123456789"]) {
      assert.deepStrictEqual(
        wrong(rules(text)),
        { freePayout: "Enter an amount of 0 or more, without separators." },
        text
      )
    }
    const stored = { ...templates.club.governance, freePayout: "1250.5" }
    const decoded = Schema.decodeUnknownSync(GovernanceSettings)(JSON.parse(JSON.stringify(stored)))
    assert.strictEqual(JSON.stringify(decoded), JSON.stringify(Either.getOrThrow(rules("1250.5"))))
    assert.strictEqual(decisionsOf("club", decoded).freePayout, "1250.5")
    assert.deepInclude(governanceFacts(decoded), ["Payouts", "Above 1,250.5 in 30 days need a vote"])
  })

  it("of every template are valid, and are parsed back unchanged", () => {
    for (const [name, { governance }] of Object.entries(templates)) {
      const checked = checkDecisions(decisionsOf(name, governance))
      assert.deepEqual(Either.map(checked, governanceOf), Either.right(governance), name)
    }
  })

  it("obey the limits of the product", () => {
    const club = fromTemplate("club")
    const hours = "Enter a whole number of hours from 24 to 336."
    for (const typed of ["23", "337", "1.5", "", "abc", "1e2", "-24"]) {
      assert.strictEqual(
        wrong(checkDecisions({ ...club, "spending.periodHours": typed }))["spending.periodHours"],
        hours
      )
    }
    for (const field of ruleFields) assert.property(wrong(checkDecisions({ ...club, [field]: "999" })), field)
    assert.property(wrong(checkDecisions({ ...club, "decision.thresholdPct": "49.99" })), "decision.thresholdPct")
    assert.deepEqual(wrong(checkDecisions({ ...club, "decision.thresholdPct": "66.67", reviewHours: "0" })), {})
    assert.property(wrong(checkDecisions({ ...club, template: "__proto__" })), "template")
  })

  it("accept fractions of the votes, and explain invalid ones", () => {
    const typed = (text: string) => checkDecisions({ ...fromTemplate("club"), "decision.thresholdPct": text })
    for (const [text, stored] of [
      ["2/3", "2/3"],
      [" 3 / 4 ", "3/4"],
      ["2/4", "1/2"],
      ["5/5", 100]
    ] as const) {
      assert.strictEqual(Either.getOrThrow(Either.map(typed(text), governanceOf)).kinds.decision.thresholdPct, stored)
    }
    for (const text of ["0/3", "4/3", "2/7", "2/0", "two thirds", ""]) {
      assert.deepStrictEqual(wrong(typed(text)), { "decision.thresholdPct": THRESHOLD_HELP }, text)
    }
  })

  it("accept only what the database accepts", () => {
    const isSettings = Schema.is(GovernanceSettings)
    const club = fromTemplate("club")
    fc.assert(
      fc.property(fc.constantFrom(...ruleFields, "reviewHours", "minMembershipHours"), fc.string(), (field, typed) => {
        const checked = checkDecisions({ ...club, [field]: typed })
        if (Either.isRight(checked)) assert.isTrue(isSettings(governanceOf(checked.right)), typed)
      })
    )
  })

  it("explain their meaning for 40 members", () => {
    assert.include(templateSentence("club"), "With 40 members, at least 4 must vote.")
    assert.include(templateSentence("co-operative"), "With 40 members, at least 10 must vote.")
    assert.include(templateSentence("investor-circle"), "Bonds need a vote.")
    const none = { periodHours: 24, quorumPct: 0, thresholdPct: 50 }
    assert.strictEqual(quorumSentence("member", none), "With 40 members, at least 1 must vote.")
    assert.strictEqual(quorumSentence("token", none), "One vote is enough for a quorum.")
    assert.include(passingSentence("member", none), "A yes needs more than half of the votes.")
    assert.isNull(typedSentence({ ...fromTemplate("club"), "decision.quorumPct": "ten" }, "decision"))
    assert.include(typedSentence(fromTemplate("club"), "rule", 18), "With 18 members, at least 5 must vote.")
    assert.include(typedSentence(fromTemplate("club"), "rule"), "A yes needs at least 2/3 of the votes.")
    const exactly = { ...none, quorumPct: 28 } // 25 * 28 / 100 is exactly 7
    assert.include(quorumSentence("member", exactly, 25), "at least 7 must vote.")
  })

  it("explain the form's values with the community's own number of members", () => {
    const own = { ...fromTemplate("investor-circle"), weightMode: "member" }
    assert.strictEqual(
      valuesSentence(own, 18),
      "One member, one vote. With 18 members, at least 2 must vote. A yes needs more than half of the votes. Bonds need a vote."
    )
    for (const template of ["club", "co-operative", "grant-fund", "investor-circle"] as const) {
      assert.strictEqual(valuesSentence(fromTemplate(template), 18), templateSentence(template, 18))
    }
    assert.isUndefined(valuesSentence({ ...own, "decision.quorumPct": "many" }, 18))
    assert.isTrue(isAlmostTwoThirds(" 66.67"))
    assert.isFalse(isAlmostTwoThirds("2/3"))
  })

  it("use a template's numbers unless others were typed", () => {
    const chosen = { ...fromTemplate("club"), template: "co-operative" }
    assert.deepEqual(withTemplate(chosen, "club"), fromTemplate("co-operative"))
    const typed = { ...chosen, "decision.quorumPct": "33" } as const
    assert.deepEqual(withTemplate(typed, "club"), typed)
    assert.isFalse(isTemplate("toString"))
  })
})

describe("the wizard", () => {
  it("moves step by step within its bounds", () => {
    assert.strictEqual(stepAt("basics", 1), "people")
    assert.strictEqual(stepAt("basics", -1), "basics")
    assert.strictEqual(stepAt("review", 1), "review")
    assert.strictEqual(stepOf("no step"), "basics")
    assert.strictEqual(createHref("review", "abc"), "/create?draft=abc&step=review")
    assert.deepEqual(["slug", "rules", "election.quorumPct"].map(stepOfField), ["basics", "people", "decisions"])
  })

  it("takes from a saved draft only values of the right shape", () => {
    const kept = {
      name: "Tools",
      tags: ["Film", 3],
      rules: 7,
      linkUrl: ["https://a.example"],
      other: "x",
      __proto__: {}
    }
    const merged = mergeValues({ ...startValues }, kept)
    assert.deepEqual(merged, { ...startValues, name: "Tools", linkUrl: ["https://a.example"] })
    assert.deepEqual(mergeValues({ ...startValues }, undefined), startValues)
  })
})
