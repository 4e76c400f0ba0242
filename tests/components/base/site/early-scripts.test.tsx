import { Script } from "node:vm"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { HOLD_AT_ONCE_SCRIPT, HOLD_SCRIPT, PAGE_SCRIPT } from "~/components/base/site/early-scripts"

test.each([HOLD_AT_ONCE_SCRIPT, HOLD_SCRIPT, PAGE_SCRIPT])("React writes the script unchanged", (script) => {
  expect(renderToString(<script>{script}</script>)).toBe(`<script>${script}</script>`)
})

test.each([HOLD_AT_ONCE_SCRIPT, HOLD_SCRIPT, PAGE_SCRIPT])("a browser can parse the script", (script) => {
  expect(new Script(script)).toBeInstanceOf(Script)
})
