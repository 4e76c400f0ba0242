import type { Plugin } from "vite"

const PAGES = /\/app\/((components|routes)\/[^?]+|root)\.tsx?$/
/**
 * Dynamic imports as esbuild prints them. The server renders these components, and loads them at its start
 * (app/components/base/site/later.tsx).
 */
const RENDERED = /\b((?:later|lazy)\(\s*(?:async )?\(\) => \(?(?:await )?)import\("([^"]+)"\)/g
/** All other dynamic imports run on a click or in an effect, that is in a browser. */
const PRESSED = /\bimport\("[^"]+"\)/g

/** @returns the module's text for the server, or undefined if it has no dynamic imports */
export const loadedAtOnce = (code: string, id: string): string | undefined => {
  if (!PAGES.test(id)) return undefined
  const parts: Array<string> = []
  const text = code
    .replace(RENDERED, (_, before: string, source: string) => {
      parts.push(`import * as part${parts.length}Here from "${source}"`)
      // Resolves after every module of the server has run: two components may render each other.
      return `${before}Promise.resolve().then(() => part${parts.length - 1}Here)`
    })
    .replace(PRESSED, `Promise.reject(new Error("This part runs in browsers only."))`)
  return text === code ? undefined : [text, ...parts].join("\n")
}

/**
 * A browser loads parts of a page later to show the page sooner. The server gains nothing by that, so its build imports
 * what it renders at its start, leaves out the rest, and has no chunks along those parts.
 */
export const atOnce: Plugin = {
  name: "commonhold-at-once",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  transform(code, id) {
    const text = loadedAtOnce(code, id)
    return text === undefined ? undefined : { code: text, map: null }
  }
}
