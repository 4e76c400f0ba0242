/** The help at hard words says what docs/glossary.md says. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { meanings, Term } from "~/components/base/parts/term"
import { markupOf } from "../../markup"

const glossary = readFileSync(join(import.meta.dirname, "../../../../docs/glossary.md"), "utf8")
const inGlossary = new Map(
  [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, term = "", meaning = ""]) => [term, meaning])
)

describe("a term with its meaning", () => {
  it.each(Object.entries(meanings))("says of “%s” what the glossary says", (term, meaning) => {
    expect(inGlossary.get(term)).toBe(meaning)
  })

  it("opens without JavaScript", () => {
    const html = markupOf(<Term of="quorum">Quorum</Term>)
    expect(html).toBe(`<details class="help"><summary>Quorum</summary><small>${meanings.quorum}</small></details>`)
  })
})
