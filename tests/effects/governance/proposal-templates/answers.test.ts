/** Answers to a template's questions, and the proposal they make. */
import { assert, describe, it, test } from "vitest"
import { answerProblem, answerWords, tidyAnswer } from "~/effects/governance/proposal-templates/answers"
import { builtInTemplates } from "~/effects/governance/proposal-templates/builtIn"
import {
  contentOf,
  emptyTemplate,
  readTemplate,
  templateProblems,
  valuesOfTemplate
} from "~/effects/governance/proposal-templates/forms"
import type { FieldKind } from "~/effects/governance/proposal-templates/Template"
import { proposalProblems } from "~/effects/governance/proposals/forms"
import { valuesFromTemplate } from "~/effects/governance/proposals/pages/fromTemplate.server"
import { fixedChoices, hasOwnChoices, voteTypeNames } from "~/effects/governance/votes/proposal/voteTypes"
import { rules, TODAY } from "../proposals/world"

const field = (kind: FieldKind, isNeeded = true) => ({ label: "When", help: "", kind, isNeeded })
const asked = (kind: FieldKind, typed: string, isNeeded = true) =>
  answerProblem(field(kind, isNeeded), tidyAnswer({ kind }, typed))

describe("an answer", () => {
  test("is required for a required question", () => {
    assert.strictEqual(asked("text", " \n "), "Please answer: When.")
    assert.isUndefined(asked("text", "", false))
  })

  test.each([
    ["number", "12.5", undefined],
    ["number", "1,200", undefined],
    ["number", "1e9", "Enter a number, such as 420 or 12.5."],
    ["number", "-3", "Enter a number, such as 420 or 12.5."],
    ["date", "2026-12-24", undefined],
    ["date", "2026-02-30", "Enter a day, such as 2026-12-24."],
    ["date", "tomorrow", "Enter a day, such as 2026-12-24."],
    ["line", "x".repeat(201), "At most 200 characters."],
    ["text", "x".repeat(5_001), "At most 5,000 characters."],
    ["line", "\u200b", "Please write something."]
  ] as const)("%s %s", (kind, typed, expected) => {
    assert.strictEqual(asked(kind, typed), expected)
  })

  test("is written as people write it", () => {
    assert.strictEqual(answerWords(field("number"), tidyAnswer(field("number"), "12,000.50")), "12,000.50")
    assert.strictEqual(answerWords(field("date"), "2026-12-24"), "24 Dec 2026")
  })
})

describe("a template's form", () => {
  const whole = readTemplate({
    name: ["Repair"],
    kind: "spending",
    voteType: "single",
    choice: ["Mend it", "", "Buy a new one"],
    choiceNote: ["", "", "Costs more"],
    periodHours: ["168"],
    fieldLabel: ["What is broken?", "", "Cost"],
    fieldHelp: ["", "", ""],
    fieldKind: ["text", "line", "number"],
    fieldNeed: ["needed", "needed", "optional"]
  })

  it("keeps only rows with content, each with its own kind, and returns them as they were typed", () => {
    assert.deepEqual(templateProblems(whole, rules()), {})
    const content = contentOf(whole)
    assert.deepEqual(
      content.fields.map(({ isNeeded, kind, label }) => [label, kind, isNeeded]),
      [
        ["What is broken?", "text", true],
        ["Cost", "number", false]
      ]
    )
    assert.deepEqual(valuesOfTemplate({ name: "Repair", content }), whole)
  })

  it("names its errors under their own fields", () => {
    const same = { label: "Cost", help: "", kind: "line" as const, need: "needed" as const }
    assert.deepEqual(
      templateProblems(
        {
          ...whole,
          name: "x",
          periodHours: "30",
          choices: [{ label: "One", note: "" }],
          fields: [same, { ...same, label: "cost" }]
        },
        rules()
      ),
      {
        name: "Name: 3 to 60 characters.",
        choices: "Enter 2 to 20 choices, or none if each proposal has its own.",
        periodHours: `This community asks for at least ${rules().kinds.spending.periodHours} hours.`,
        fields: "Two questions are the same: cost."
      }
    )
    assert.deepEqual(Object.keys(templateProblems(readTemplate({}), rules())), ["name", "fields"])
    assert.strictEqual(emptyTemplate.fields.length, 1)
  })
})

test("a template keeps every voting method that its form offers", () => {
  for (const voteType of Object.keys(voteTypeNames)) assert.strictEqual(readTemplate({ voteType }).voteType, voteType)
})

describe("a proposal from a template", () => {
  test.each(builtInTemplates.map((template) => [template.id, template] as const))(
    "%s, once answered, can be published if its choices are fixed, and asks for choices or times otherwise",
    (_, template) => {
      const { fields, voteType } = template.content
      const answers = fields.map(({ kind }) => (kind === "number" ? "420" : "A long enough answer to this question."))
      const values = valuesFromTemplate(template, { title: "A good title", answers }, rules())
      const problems = proposalProblems(values, rules(), TODAY)
      const asks = hasOwnChoices(voteType) ? { choices: "Enter 2 to 20 choices." } : { times: "Enter 2 to 20 times." }
      assert.deepEqual(problems, fixedChoices(voteType) !== null ? {} : asks)
      assert.strictEqual(values.kind, template.content.kind)
    }
  )

  test("never sets a shorter voting time than the community requires, even if the template does", () => {
    const template = { content: contentOf({ ...emptyTemplate, kind: "decision", periodHours: "24" }) }
    const governance = rules()
    const least = governance.kinds.decision.periodHours
    const written = { title: "T", answers: [] }
    assert.strictEqual(valuesFromTemplate(template, written, governance).periodHours, String(least))
    const longer = { content: { ...template.content, periodHours: 300 } }
    assert.strictEqual(valuesFromTemplate(longer, written, governance).periodHours, "300")
  })
})
