import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import {
  byEntry,
  entryProblems,
  readWork,
  shownEntries,
  shownProblems,
  startWork,
  type WorkEvent,
  type WorkState,
  workFieldName,
  workFromForm,
  workProblems,
  workReducer
} from "~/effects/people/signup/workHistory"
import { emptyWorkEntry, type WorkEntryDraft } from "~/effects/people/users/rules"

const today = "2026-11-20"
const job: WorkEntryDraft = {
  company_name: "Harbour Water Works",
  start_date: "2021-03-01",
  end_date: "2024-02-29",
  current: false,
  designation: "Network planner",
  description: "Plans pipe renewal."
}
const isValid = (entries: WorkState["entries"]) => Object.keys(workProblems(entries, today)).length === 0
const play = (start: WorkState, ...events: ReadonlyArray<WorkEvent>) => events.reduce(workReducer, start)
const edit = (change: Partial<WorkEntryDraft>, index = 0): WorkEvent => ({ type: "edit", index, change })
const complete = edit(job)

describe("the list of jobs", () => {
  it("shows one open entry while it is empty and valid", () => {
    assert.deepStrictEqual(shownEntries(startWork().entries), [emptyWorkEntry])
    assert.isTrue(isValid(startWork().entries))
  })

  it("starts a new entry with empty texts and current false", () => {
    assert.deepStrictEqual(emptyWorkEntry, {
      company_name: "",
      start_date: "",
      end_date: "",
      current: false,
      designation: "",
      description: ""
    })
  })

  it("counts the first entry only while it contains text", () => {
    const typed = play(startWork(), edit({ company_name: "B" }))
    assert.strictEqual(typed.entries.length, 1)
    assert.isFalse(isValid(typed.entries))
    assert.deepStrictEqual(play(typed, edit({ company_name: "" })).entries, [])
  })

  it("appends a second entry, and counts both from then on", () => {
    const two = play(startWork(), { type: "add" })
    assert.deepStrictEqual(two.entries, [emptyWorkEntry, emptyWorkEntry])
    assert.isFalse(isValid(two.entries))
  })

  it("removes any entry but the first", () => {
    const three = play(startWork([job]), { type: "add" }, edit({ designation: "Second" }, 1), { type: "add" })
    assert.deepStrictEqual(play(three, { type: "remove", index: 0 }), three)
    const two = play(three, { type: "remove", index: 1 })
    assert.deepStrictEqual(two.entries, [job, emptyWorkEntry])
    assert.deepStrictEqual(play(two, { type: "remove", index: 1 }).entries, [job])
  })

  it("clears the ending date when current is ticked, until a new one is entered", () => {
    const ticked = play(startWork([job]), edit({ current: true }))
    assert.strictEqual(ticked.entries[0]?.end_date, null)
    assert.strictEqual(play(ticked, edit({ end_date: "2025-01-01" })).entries[0]?.end_date, null)
    assert.strictEqual(play(ticked, edit({ current: false })).entries[0]?.end_date, "")
  })

  it("is emptied by skipping", () => {
    assert.deepStrictEqual(play(startWork([job, job]), { type: "skip" }).entries, [])
  })

  it("ignores changes of an entry that does not exist", () => {
    assert.deepStrictEqual(play(startWork([job]), edit({ designation: "x" }, 7)), startWork([job]))
  })

  it("keeps its invariants under any changes", () => {
    const index = fc.integer({ min: -1, max: 4 })
    const change: fc.Arbitrary<Partial<WorkEntryDraft>> = fc.oneof(
      fc.record({ current: fc.boolean() }),
      fc.record({ end_date: fc.constantFrom("", "2024-01-01") }),
      fc.record({ company_name: fc.constantFrom("", " ", "Works") })
    )
    const event: fc.Arbitrary<WorkEvent> = fc.oneof(
      fc.record({ type: fc.constant("edit" as const), index, change }),
      fc.record({ type: fc.constant("add" as const) }),
      fc.record({ type: fc.constant("remove" as const), index }),
      fc.record({ type: fc.constant("skip" as const) }),
      fc.record({ type: fc.constant("touchAll" as const) })
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        const state = play(startWork(), ...events)
        assert.strictEqual(state.touched.length, state.entries.length)
        for (const entry of state.entries) assert.strictEqual(entry.end_date === null, entry.current)
      })
    )
  })
})

describe("an entry", () => {
  /** The rule of docs/product/people.md once more, without the schema. */
  const naive = (entry: WorkEntryDraft) =>
    [entry.company_name, entry.start_date, entry.designation, entry.description].every((text) => text.trim() !== "") &&
    entry.start_date >= "2000-01-01" &&
    entry.start_date <= today &&
    (entry.current ||
      ((entry.end_date ?? "") !== "" && (entry.end_date ?? "") >= entry.start_date && (entry.end_date ?? "") <= today))

  const day = fc.constantFrom("", "1999-12-31", "2000-01-01", "2020-06-15", "2024-02-29", today, "2026-11-21")
  const text = fc.constantFrom("", " ", "\t\n", "a", " Works ")
  const anyEntry = fc
    .record({ company_name: text, start_date: day, end_date: day, designation: text, description: text })
    .chain((entry) =>
      fc.boolean().map((current): WorkEntryDraft => ({ ...entry, current, end_date: current ? null : entry.end_date }))
    )

  it("is valid exactly when the rules say so", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        assert.strictEqual(Object.keys(entryProblems(entry, today)).length === 0, naive(entry))
      }),
      { numRuns: 2_000 }
    )
  })

  it.each<[field: string, change: Partial<WorkEntryDraft>]>([
    ["company_name", { company_name: "  " }],
    ["designation", { designation: "" }],
    ["description", { description: "\n" }],
    ["start_date", { start_date: "" }],
    ["start_date", { start_date: "1999-12-31" }],
    ["start_date", { start_date: "2026-11-21", end_date: null, current: true }],
    ["end_date", { end_date: "" }],
    ["end_date", { end_date: "2021-02-28" }],
    ["end_date", { end_date: "2026-11-21" }]
  ])("reports %s as the invalid field for %j", (field, change) => {
    assert.deepStrictEqual(Object.keys(entryProblems({ ...job, ...change }, today)), [field])
  })

  it("accepts the limits of the range", () => {
    assert.deepStrictEqual(entryProblems({ ...job, start_date: "2000-01-01", end_date: today }, today), {})
    assert.deepStrictEqual(entryProblems({ ...job, start_date: today, end_date: today }, today), {})
  })
})

describe("errors", () => {
  it("are shown only in fields that were edited or left", () => {
    const typed = play(startWork(), edit({ company_name: "Works" }))
    assert.deepStrictEqual(shownProblems(typed, 0, today), {})
    const left = play(typed, { type: "leave", index: 0, field: "designation" })
    assert.deepStrictEqual(Object.keys(shownProblems(left, 0, today)), ["designation"])
    assert.strictEqual(Object.keys(shownProblems(play(left, { type: "touchAll" }), 0, today)).length, 4)
  })

  it("are shown at their entry, also after another was removed", () => {
    const three = play(startWork(), complete, { type: "add" }, { type: "add" }, edit({ designation: " " }, 2))
    const two = play(three, { type: "remove", index: 1 })
    assert.deepStrictEqual(Object.keys(shownProblems(two, 1, today)), ["designation"])
  })
})

describe("the errors of a list", () => {
  it("name entry and field, by the name of the input", () => {
    const later = { ...job, start_date: "2026-11-21", end_date: null, current: true, designation: " " }
    assert.deepStrictEqual(workProblems([job, later, { ...job, description: "x".repeat(2_001) }], today), {
      "work_history.1.start_date": "Entry 2, Starting date: Choose a day from 1 January 2000 to today.",
      "work_history.1.designation": "Entry 2, Role: Please fill in your role.",
      "work_history.2.description": "Entry 3, Job description: At most 2000 characters; you have 2001."
    })
    assert.deepStrictEqual(workProblems(Array(51).fill(job), today), {
      work_history: "A work history has at most 50 entries."
    })
  })

  it("replace a refusal of the whole list, next to those of other fields", () => {
    const fields = { bio: "Short.", work_history: "Wrong." }
    assert.deepStrictEqual(byEntry(fields, [{ ...job, company_name: "" }], today), {
      bio: "Short.",
      "work_history.0.company_name": "Entry 1, Company name: Please fill in the company's name."
    })
    assert.strictEqual(byEntry(fields, undefined, today), fields)
    assert.strictEqual(byEntry(fields, [job], today), fields)
    assert.deepStrictEqual(byEntry({ bio: "Short." }, [{ ...job, company_name: "" }], today), { bio: "Short." })
  })

  it("are found in any input, which is parsed as a list or not at all", () => {
    assert.deepStrictEqual(readWork([job]), [job])
    for (const not of [undefined, {}, [null], [{ ...job, current: "yes" }], [{ ...job, start_date: 1 }]]) {
      assert.isUndefined(readWork(not))
    }
  })
})

describe("a list posted without JavaScript", () => {
  it("comes back unchanged, without empty entries", () => {
    const form = new FormData()
    const put = (index: number, entry: WorkEntryDraft) => {
      for (const field of ["company_name", "start_date", "designation", "description"] as const)
        form.set(workFieldName(index, field), entry[field])
      if (entry.current) form.set(workFieldName(index, "current"), "on")
      else form.set(workFieldName(index, "end_date"), entry.end_date ?? "")
    }
    put(0, job)
    put(1, emptyWorkEntry)
    put(2, { ...job, current: true, end_date: null })
    assert.deepStrictEqual(workFromForm(form), [job, { ...job, current: true, end_date: null }])
  })
})
