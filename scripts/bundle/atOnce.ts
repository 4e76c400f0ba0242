import type { Plugin } from "vite"

const PAGES = /\/app\/((components|routes)\/[^?]+|root)\.tsx?$/
/** As esbuild writes it. The server renders these parts, and loads them as it starts (app/components/base/site/later.tsx). */
const RENDERED = /\b((?:later|lazy)\(\s*(?:async )?\(\) => \(?(?:await )?)import\("([^"]+)"\)/g
/** All others are loaded by a press or an effect, which happen in a browser. */
const PRESSED = /\bimport\("[^"]+"\)/g

/** @returns the module's text for the server, or undefined where nothing in it is loaded later */
export const loadedAtOnce = (code: string, id: string): string | undefined => {
  if (!PAGES.test(id)) return undefined
  const parts: Array<string> = []
  const text = code
    .replace(RENDERED, (_, before: string, source: string) => {
      parts.push(`import * as part${parts.length}Here from "${source}"`)
      // Not before every module of the server has run: two parts may show each other.
      return `${before}Promise.resolve().then(() => part${parts.length - 1}Here)`
    })
    .replace(PRESSED, `Promise.reject(new Error("This part belongs to the browser."))`)
  return text === code ? undefined : [text, ...parts].join("\n")
}

/**
 * A browser loads parts of a page later to show the page sooner. The server gains nothing by it: what it renders it loads as
 * it starts, and the rest it never runs. So its build is not cut along those parts, and holds only what it renders.
 */
export const atOnce: Plugin = {
  name: "commonhold-at-once",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  transform(code, id) {
    const text = loadedAtOnce(code, id)
    return text === undefined ? undefined : { code: text, map: null }
  }
}
