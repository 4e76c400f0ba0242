/**
 * What React writes, gathered as text. As it comes it copies every few characters into pieces of two kilobytes, which
 * are put together again before they are sent (app/effects/base/remix/GatheredChunks.server.ts).
 */
import { replaced, type Shortcut } from "./replaced"

const WRITE = 'function r(a,b){if("string"===typeof b)'
const GATHER = 'function r(a,b){k+=b}function writeBytes(a,b){if("string"===typeof b)'
const BEGIN = "k=new Uint8Array(2048);l=0;q=!0"
const BEGIN_TEXT = 'k="";l=0;q=!0'
const END = "k&&0<l&&a.write(k.subarray(0,l));"
const END_TEXT = "k&&a.write(k);"
const PREPARED = "function x(a){return u.encode(a)}"
const PREPARED_TEXT = "function x(a){return a}"

export const react: Shortcut = {
  file: "/react-dom/cjs/react-dom-server.node.production.min.js",
  apply: (text) =>
    replaced(
      replaced(replaced(replaced(text, WRITE, GATHER), BEGIN, BEGIN_TEXT, 2), END, END_TEXT),
      PREPARED,
      PREPARED_TEXT
    )
}
