/** Text within a script element. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { inScript } from "~/effects/base/text/inScript"

test("any text is read back from the script unchanged, and cannot end the element or start another", () => {
  const hostile = fc.constantFrom("</script>", "<!--", "<script>", "\u2028", "\u2029", "&amp;", '"', "\\", "]]>")
  const text = fc.array(fc.oneof(hostile, fc.string({ unit: "binary" }))).map((parts) => parts.join(""))
  fc.assert(
    fc.property(text, (reported) => {
      const written = inScript(reported)
      expect(new Function(`return ${written}`)()).toBe(reported)
      expect(written).not.toMatch(/[<>&\u2028\u2029]/)
    })
  )
})
