/** The emblem of a community that is being created: its colour does not change while its name is typed. */
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { Seal } from "~/components/base/parts/seal"

const drawn = (id: string | null, name: string) =>
  renderToStaticMarkup(<Seal community={{ id, name, logo: null }} />).replace(/<text.*<\/text>/, "")

describe("the emblem of a new community", () => {
  it("has no colour, and the same band, while the name is typed", () => {
    const all = ["", "T", "Tool", "Tool Library", "Werkzeug"].map((name) => drawn(null, name))
    assert.strictEqual(new Set(all).size, 1)
    assert.notInclude(all[0], "data-hue")
  })
  it("has the colour of its id once it is saved, whatever its later name", () => {
    const [first, renamed] = [drawn("acommunityaa", "Tool Library"), drawn("acommunityaa", "Library of Things")]
    assert.match(first, /data-hue="\d+"/)
    assert.strictEqual(first, renamed)
    assert.notStrictEqual(drawn("bcommunityaa", "Tool Library"), first)
  })
})
