/** True in a build for LEDGER=local. Code behind it is cut out of every other build (vite.config.ts). */
declare const __LOCAL__: boolean

declare module "virtual:remix/server-build" {
  const build: unknown
  export = build
}
