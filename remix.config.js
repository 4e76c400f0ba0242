/**
 * The one file of Remix options; vite.config.ts hands it to the Remix plugin.
 *
 * A build belongs to its mode: with LEDGER=stokenet the routes under /local do not exist.
 *
 * @type {Pick<import("@remix-run/dev").AppConfig, "appDirectory" | "future" | "ignoredRouteFiles" | "serverModuleFormat">}
 */
export default {
  appDirectory: "app",
  serverModuleFormat: "esm",
  ignoredRouteFiles: process.env.LEDGER === "stokenet" ? ["**/.*", "**/local.*"] : ["**/.*"],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true
  }
}
