/** The audit log as lines of text. */
import { Effect } from "effect"
import { inUtc } from "~/effects/base/text/moments"
import { OperatorLog } from "../../OperatorLog.server"
import { type Said, table } from "./Command.server"

export const logCommands = {
  log: {
    takes: "",
    what: "the audit log, newest first",
    words: [0, 0],
    needsReason: false,
    run: ({ limit }: { readonly limit: number }) =>
      Effect.gen(function* () {
        const { lines } = yield* (yield* OperatorLog).page(null, limit)
        const rows = lines.map(({ at, by, reason, summary, target }) => [
          `${inUtc("moment", at)} UTC`,
          by,
          summary,
          target.label,
          reason
        ])
        return { lines: rows.length === 0 ? ["Nothing yet."] : table(rows), data: lines } satisfies Said
      })
  }
} as const
