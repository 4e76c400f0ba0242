/** Links from pages to guides lead to existing guides and sections. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const app = join(import.meta.dirname, "../../../../app")
const guides = new Map(
  readdirSync(join(app, "content/resources")).map((file) => [
    file.replace(/\.md$/, ""),
    readFileSync(join(app, "content/resources", file), "utf8")
  ])
)
const links = readdirSync(join(app, "components"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .flatMap((file) => {
    const found = readFileSync(join(app, "components", file), "utf8").matchAll(
      /["'`]\/resources\/([a-z-]+)(?:#([a-z-]+))?["'`]/g
    )
    return [...found].map(([, id = "", part]) => ({ file, id, part }))
  })

test("every link to a guide leads to an existing guide and section", () => {
  expect(links.length).toBeGreaterThan(3)
  const wrong = links.filter(({ id, part }) => {
    const guide = guides.get(id)
    return guide === undefined || (part !== undefined && !guide.includes(`{#${part}}`))
  })
  expect(wrong).toEqual([])
})
