/**
 * The router's matching, worked out once for each list of routes. As it comes it flattens, ranks and compiles all routes
 * at every request, several times: a fifth of the processor time of a member's page (docs/goals.md, A9). What it answers
 * stays the same (tests/matching.test.ts).
 *
 * Its text is changed while the server is built. Another version of the router, in which these lines read otherwise,
 * stops the build: then look whether it still needs this.
 */

const RANKED = `  let branches = flattenRoutes(routes);
  rankRouteBranches(branches);
`
const RANKED_ONCE = `  let branches = rankedBranches.get(routes);
  if (branches === undefined) {
    branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    rankedBranches.set(routes, branches);
  }
`
const COMPILED = "function compilePath(path, caseSensitive, end) {"
/** Patterns of links hold what addresses hold: only so many are kept. */
const COMPILED_ONCE = `const rankedBranches = new WeakMap();
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

const replaced = (text: string, from: string, to: string): string => {
  const [before = "", after, ...more] = text.split(from)
  if (after === undefined || more.length > 0) {
    throw new Error("scripts/matching.ts: the router does not read as expected any more")
  }
  return before + to + after
}

/** @param text of `@remix-run/router/dist/router.js`. */
export const matchedOnce = (text: string): string =>
  replaced(replaced(text, RANKED, RANKED_ONCE), COMPILED, COMPILED_ONCE)

export const isRouter = (id: string): boolean => id.endsWith("/@remix-run/router/dist/router.js")
