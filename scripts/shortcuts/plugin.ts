import type { Plugin } from "vite"
import { elements } from "./elements"
import { links } from "./links"
import { matching } from "./matching"
import type { Shortcut } from "./replaced"
import { routes } from "./routes"
import { spans } from "./spans"
import { statements } from "./statements"
import { unused } from "./unused"

export const shortcuts: ReadonlyArray<Shortcut> = [
  matching,
  ...routes,
  ...links,
  ...spans,
  statements,
  elements,
  ...unused
]

/** For builds only: the dev server uses libraries unchanged. */
export const shortened: Plugin = {
  name: "commonhold-shortened",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  transform(code, id) {
    const shortcut = shortcuts.find(({ file }) => id.endsWith(`/node_modules${file}`))
    return shortcut === undefined ? undefined : { code: shortcut.apply(code), map: null }
  },
  buildEnd(error) {
    if (error !== undefined) return
    const read = [...this.getModuleIds()]
    const missing = shortcuts.filter(({ file }) => !read.some((id) => id.endsWith(`/node_modules${file}`)))
    if (missing.length > 0) this.error(`no longer part of the server: ${missing.map(({ file }) => file).join(", ")}`)
  }
}
