/** Remix's list of routes, created once. The library creates it and all its routes again for each page. */
import { replaced, type Shortcut } from "./replaced"

const MODULES = "function createEntryRouteModules(manifest) {\n  return "
const MODULES_ONCE = `const entryRouteModules = new WeakMap();
function createEntryRouteModules(manifest) {
  let modules = entryRouteModules.get(manifest);
  if (modules === undefined) entryRouteModules.set(manifest, modules = makeEntryRouteModules(manifest));
  return modules;
}
function makeEntryRouteModules(manifest) {
  return `

/** Caches the list of modules, whose members are read again at each page. */
const modules: Shortcut = {
  file: "/@remix-run/server-runtime/dist/esm/entry.js",
  apply: (text) => replaced(text, MODULES, MODULES_ONCE)
}

const SERVER_ROUTES =
  "let routes = createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);"
const SERVER_ROUTES_ONCE = "let routes = serverRoutesOf(manifest.routes, routeModules, context);"
const RENDERER = "function RemixServer({"
const RENDERER_WITH_ROUTES = `const knownServerRoutes = new WeakMap();
function serverRoutesOf(manifest, routeModules, context) {
  let known = knownServerRoutes.get(routeModules);
  if (known === undefined || known.manifest !== manifest) {
    known = { manifest, routes: createServerRoutes(manifest, routeModules, context.future, context.isSpaMode) };
    knownServerRoutes.set(routeModules, known);
  }
  return known.routes;
}
function RemixServer({`

const rendered: Shortcut = {
  file: "/@remix-run/react/dist/esm/server.js",
  apply: (text) => replaced(replaced(text, SERVER_ROUTES, SERVER_ROUTES_ONCE), RENDERER, RENDERER_WITH_ROUTES)
}

const CONVERTED = `  let manifest = {};
  let dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest);
`
const CONVERTED_ONCE = "  let { manifest, dataRoutes } = convertedRoutesOf(routes);\n"
const STATIC_ROUTER = "function createStaticRouter(routes, context, opts = {}) {"
const STATIC_ROUTER_WITH_ROUTES = `const convertedRoutes = new WeakMap();
function convertedRoutesOf(routes) {
  let known = convertedRoutes.get(routes);
  if (known === undefined) {
    let manifest = {};
    let dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest);
    convertedRoutes.set(routes, known = { manifest, dataRoutes });
  }
  return known;
}
function createStaticRouter(routes, context, opts = {}) {`

const converted: Shortcut = {
  file: "/react-router-dom/server.mjs",
  apply: (text) => replaced(replaced(text, CONVERTED, CONVERTED_ONCE), STATIC_ROUTER, STATIC_ROUTER_WITH_ROUTES)
}

const STRIPPED = "singleFetch ? stripRoutesParam(stripIndexParam(request))"
const STRIPPED_ONCE = "singleFetch ? strippedOnce(request)"
const STRIP = "function stripIndexParam(request) {"
/** A request with a body is copied as before: its body can be read only once. */
const STRIP_ONCE = `const strippedRequests = new WeakMap();
function strippedOnce(request) {
  if (request.body !== null) return stripRoutesParam(stripIndexParam(request));
  let known = strippedRequests.get(request);
  if (known === undefined) {
    known = request.url.includes("?") ? stripRoutesParam(stripIndexParam(request)) : request;
    strippedRequests.set(request, known);
  }
  return known;
}
function stripIndexParam(request) {`

/** The library gives each loader two copies of the request, without parameters that are rarely there. */
const requests: Shortcut = {
  file: "/@remix-run/server-runtime/dist/esm/data.js",
  apply: (text) => replaced(replaced(text, STRIPPED, STRIPPED_ONCE, 2), STRIP, STRIP_ONCE)
}

export const routes: ReadonlyArray<Shortcut> = [modules, rendered, converted, requests]
