/** True in a build for LEDGER=local. Code behind it is removed from every other build (vite.config.ts). */
declare const __LOCAL__: boolean

declare module "virtual:remix/server-build" {
  const build: unknown
  export = build
}

/** The driver has no types; this is all that is used of it directly (app/effects/base/backup/takeBackup.server.ts). */
declare module "better-sqlite3" {
  export default class Database {
    constructor(file: string, options: { readonly fileMustExist: boolean })
    /** `progress` returns how many pages the next step copies. */
    backup(to: string, options: { readonly progress: () => number }): Promise<unknown>
    close(): void
  }
}
