import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { hookEvents, TEST } from "~/effects/publishing/webhooks/events"

const root = join(import.meta.dirname, "../../../..")

describe("the events of webhooks", () => {
  it.each(["docs/product/webhooks.md", "app/content/resources/webhooks.md"])("are all in the table of %s", (page) => {
    const rows = readFileSync(join(root, page), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
    const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    assert.sameMembers(named, [...hookEvents, TEST])
  })
})
