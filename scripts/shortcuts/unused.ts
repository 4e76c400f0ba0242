/**
 * Modules that the server would load and never use, 1.4 MB of text: two implementations of fetch, which Remix brings
 * for a Node without its own, and the character set tables of Express' body parsers, since Remix reads bodies itself.
 */
import { replaced, type Shortcut } from "./replaced"

const fetching: Shortcut = {
  file: "/@remix-run/node/dist/globals.js",
  apply: (text) =>
    replaced(replaced(text, 'require("undici")', "globalThis"), 'require("@remix-run/web-fetch")', "globalThis")
}

const bodies: Shortcut = {
  file: "/express/lib/express.js",
  apply: (text) => replaced(text, "var bodyParser = require('body-parser')", "var bodyParser = {}")
}

export const unused: ReadonlyArray<Shortcut> = [fetching, bodies]
