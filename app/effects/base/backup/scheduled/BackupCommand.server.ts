/**
 * Takes a scheduled backup in a process of its own: copying SQLite in one step and hashing every row would block the
 * server (docs/decisions/0065-back-up-one-moment.md). A port; tests take it in this process.
 */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Context, Effect, Layer, Schema } from "effect"
import { BackupRefused } from "../refusal.server"
import { Ran } from "./runScheduled.server"

/** Characters of the command's error that are stored. */
const LONGEST = 600

const decode = Schema.decodeUnknown(Schema.parseJson(Ran))
const Code = BackupRefused.fields.code

/** The command's sentence begins with its code. */
const refusalIn = (said: string, status: number | null): BackupRefused => {
  const [, code, message] = /^(E-[A-Z-]+): ([\s\S]*)$/.exec(said.trim()) ?? []
  if (Schema.is(Code)(code) && message !== undefined) return new BackupRefused({ code, message })
  const words = said.trim() === "" ? `it ended with status ${status}` : said.trim()
  return new BackupRefused({ code: "E-BACKUP-COMMAND", message: `The command that takes backups failed: ${words}` })
}

export class BackupCommand extends Context.Tag("base/backup/BackupCommand")<
  BackupCommand,
  { readonly run: (name: string) => Effect.Effect<Ran, BackupRefused> }
>() {
  /** The command that the build has next to the server. */
  static readonly layer = Layer.sync(BackupCommand, () => {
    const file = join(dirname(process.argv[1] ?? ""), "../commands/backup.js")
    return {
      run: Effect.fn("BackupCommand.run")(function* (name: string) {
        if (!existsSync(file)) {
          const message = "Scheduled backups need a built server: npm start, or npm run build."
          return yield* new BackupRefused({ code: "E-BACKUP-COMMAND", message })
        }
        const text = yield* Effect.async<string, BackupRefused>((resume) => {
          const child = spawn(process.execPath, [file, "--scheduled", name], { stdio: ["ignore", "pipe", "pipe"] })
          let printed = ""
          let said = ""
          child.stdout.on("data", (part) => {
            printed += String(part)
          })
          child.stderr.on("data", (part) => {
            said = `${said}${String(part)}`.slice(0, LONGEST)
          })
          child.once("error", (error) => resume(refusalIn(error.message, null)))
          child.once("close", (status) =>
            resume(status === 0 ? Effect.succeed(printed) : Effect.fail(refusalIn(said, status)))
          )
          // The command removes what it has written.
          return Effect.async<void>((gone) => {
            child.once("close", () => gone(Effect.void))
            child.kill()
          })
        })
        const last = text.trim().split("\n").at(-1)
        return yield* Effect.mapError(decode(last), () => refusalIn("", 0))
      })
    }
  })
}
