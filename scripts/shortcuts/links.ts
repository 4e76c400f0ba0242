/** Links in server rendering: without their click handlers, and each resolved once. */
import { replaced, type Shortcut } from "./replaced"

const PRESS = `  let internalOnClick = useLinkClickHandler(to, {
    replace,
    state,
    target,
    preventScrollReset,
    relative,
    viewTransition
  });
`
const NO_PRESS = "  let internalOnClick = () => {};\n"

const MOVING = `  let isTransitioning = routerState != null &&
  // Conditional usage is OK here because the usage of a data router is static
  // eslint-disable-next-line react-hooks/rules-of-hooks
  useViewTransitionState(path) && viewTransition === true;
`
/** No page transition happens in server rendering. */
const NOT_MOVING = "  let isTransitioning = false;\n"

/** The same for a link's click handler. */
const pressed: Shortcut = {
  file: "/react-router-dom/dist/index.js",
  apply: (text) => replaced(replaced(text, PRESS, NO_PRESS), MOVING, NOT_MOVING)
}

const PREFETCH = `  let href = useHref(to);
  let [shouldPrefetch, ref, prefetchHandlers] = usePrefetchBehavior(prefetch, props);
`
/** Prefetching starts only in a browser. */
const NO_PREFETCH = `  let href;
  let [shouldPrefetch, ref, prefetchHandlers] = [false, null, {}];
`

const prefetched: Shortcut = {
  file: "/@remix-run/react/dist/esm/components.js",
  apply: (text) => replaced(text, PREFETCH, NO_PREFETCH, 2)
}

const RESOLVED = `  let routePathnamesJson = JSON.stringify(UNSAFE_getResolveToMatches(matches, future.v7_relativeSplatPath));
  return React.useMemo(() => resolveTo(to, JSON.parse(routePathnamesJson), locationPathname, relative === "path"), [to, routePathnamesJson, locationPathname, relative]);
`
const RESOLVED_ONCE = `  return resolveTo(to, routePathnamesOf(matches, future.v7_relativeSplatPath), locationPathname, relative === "path");
`
const HREF = "function useHref(to, _temp) {"
/** An address without dots or slashes to normalise resolves to itself, since our sites have no base name. */
const HREF_AS_IT_IS = `const PLAIN_PATH = /^(?:\\/[\\w-]+)+$/;
const PLAIN_HREF = /^(?:\\/[\\w-]+)+(?:\\?[\\w=&%-]+)?$/;
function useHref(to, _temp) {
  if (typeof to === "string" && PLAIN_HREF.test(to)) return to;`
const RESOLVER = "function useResolvedPath(to, _temp2) {"
const RESOLVER_WITH_PATHS = `const routePathnames = new WeakMap();
function routePathnamesOf(matches, isRelativeSplat) {
  let known = routePathnames.get(matches);
  if (known === undefined) routePathnames.set(matches, known = {});
  return known[isRelativeSplat] ??= UNSAFE_getResolveToMatches(matches, isRelativeSplat);
}
function useResolvedPath(to, _temp2) {
  if (typeof to === "string" && PLAIN_PATH.test(to)) return { pathname: to, search: "", hash: "" };`

/** The base of relative links is the same for all links of a route. */
const resolved: Shortcut = {
  file: "/react-router/dist/index.js",
  apply: (text) =>
    replaced(replaced(replaced(text, RESOLVED, RESOLVED_ONCE), RESOLVER, RESOLVER_WITH_PATHS), HREF, HREF_AS_IT_IS)
}

export const links: ReadonlyArray<Shortcut> = [pressed, prefetched, resolved]
