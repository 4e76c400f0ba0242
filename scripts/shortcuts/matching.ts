/**
 * The router's matching, compiled once for each list of routes. The library flattens, ranks and compiles all routes
 * several times per request, and tries every one of them against the address.
 */
import { replaced, type Shortcut } from "./replaced"

const MATCHED = `  let branches = flattenRoutes(routes);
  rankRouteBranches(branches);
  let matches = null;
  let decoded = decodePath(pathname);
`
const MATCHED_ONCE = `  let branches = rankedBranches.get(routes);
  if (branches === undefined) {
    branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    rankedBranches.set(routes, branches);
  }
  let matches = null;
  let decoded = decodePath(pathname);
  let segments = segmentsOf(decoded.toLowerCase());
`
const TRIED = "    matches = matchRouteBranch(branches[i], decoded, allowPartial);\n"
const TRIED_WHERE_IT_MAY = `    if (!allowPartial && !mayMatch(branches[i].path, segments)) continue;
    matches = matchRouteBranch(branches[i], decoded, allowPartial);
`
const COMPILED = "function compilePath(path, caseSensitive, end) {"
/**
 * A branch whose static segments differ from the address cannot match. Branches with optional or splat segments are
 * always tried. Patterns of links contain addresses, so the caches are limited.
 */
const COMPILED_ONCE = `const rankedBranches = new WeakMap();
const segmentsOf = path => path.replace(/\\/+$/, "").split("/").slice(1);
const shapes = new Map();
function shapeOf(path) {
  let shape = shapes.get(path);
  if (shape === undefined) {
    shape = /[*?]|[^\\x20-\\x7e]/.test(path) ? null : segmentsOf(path.toLowerCase());
    if (shapes.size < 1000) shapes.set(path, shape);
  }
  return shape;
}
function mayMatch(path, segments) {
  const shape = shapeOf(path);
  if (shape === null) return true;
  if (shape.length !== segments.length) return false;
  for (let i = 0; i < shape.length; i++) {
    if (shape[i] !== segments[i] && shape[i][0] !== ":") return false;
  }
  return true;
}
const compiledPaths = new Map();
function compilePath(path, caseSensitive, end) {
  const key = caseSensitive + " " + end + " " + path;
  const known = compiledPaths.get(key);
  if (known !== undefined) return known;
  const compiled = compileAnew(path, caseSensitive, end);
  if (compiledPaths.size < 1000) compiledPaths.set(key, compiled);
  return compiled;
}
function compileAnew(path, caseSensitive, end) {`

export const matching: Shortcut = {
  file: "/@remix-run/router/dist/router.js",
  apply: (text) =>
    replaced(replaced(replaced(text, MATCHED, MATCHED_ONCE), TRIED, TRIED_WHERE_IT_MAY), COMPILED, COMPILED_ONCE)
}
