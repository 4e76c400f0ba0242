/**
 * Re-encrypts with the current key what an earlier key encrypted, so that the operator can remove the earlier one
 * (docs/operations/secrets.md). Any server may do it, any number of times. The features that own such texts list them.
 */
import { Array, Effect, Layer, Option, Schedule, Schema } from "effect"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { Seal, type SecretPurpose } from "~/effects/base/settings/Seal.server"

/** Rows per statement. */
const CHUNK = 100
/** Named in the log if texts cannot be decrypted. */
const NAMED = 10

export const SealedRow = Schema.Struct({
  /** Column of the id that the text is bound to; rows are read in its order. */
  id: Schema.String,
  sealed: Schema.String
})
export type SealedRow = typeof SealedRow.Type

/** One column of encrypted texts. */
export interface SealedTexts {
  readonly purpose: SecretPurpose
  /** The next rows by id, `limit` at most; `after` is empty at the beginning. */
  readonly next: (after: string, limit: number) => Effect.Effect<ReadonlyArray<SealedRow>>
  /** Does not touch a row whose text is no longer `sealed`: another server's newer value is as good. */
  readonly replace: (row: SealedRow, reencrypted: string) => Effect.Effect<unknown>
}

interface Reencrypted {
  /** Rows re-encrypted with the current key. */
  readonly reencrypted: number
  /** Rows that none of the keys decrypts. */
  readonly closed: ReadonlyArray<string>
}

/** Goes through all rows of a column once. */
export const reencryptColumn = Effect.fn("Resealing.reencryptColumn")(function* ({
  next,
  purpose,
  replace
}: SealedTexts) {
  const seal = yield* Seal
  let reencrypted = 0
  const closed: string[] = []
  for (let after = ""; ; ) {
    const rows = yield* next(after, CHUNK)
    for (const row of rows) {
      const opened = seal.open(purpose, row.id, row.sealed)
      if (Option.isNone(opened)) closed.push(row.id)
      else if (!opened.value.isCurrent) {
        yield* replace(row, yield* seal.encrypt(purpose, row.id, opened.value.bytes))
        reencrypted++
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK) return { reencrypted, closed } satisfies Reencrypted
    after = last.id
  }
})

/** Finished only if all of them can be decrypted, because the operator removes a key after that log line. */
const say = (purpose: string, total: number, closed: ReadonlyArray<string>) =>
  closed.length === 0
    ? Effect.annotateLogs(Effect.logInfo(`${purpose} are sealed under today's key`), { total })
    : Effect.annotateLogs(
        Effect.logError(
          `${purpose} are not all sealed under today's key: ${closed.length} do not open, since a key is missing in SEAL_KEYS_ACCEPTED`
        ),
        { total, first: closed.slice(0, NAMED).join(" ") }
      )

/** One log line for each purpose, even for no rows: the operator waits for it before removing a key. */
const sealAllAnew = (all: ReadonlyArray<SealedTexts>) =>
  Effect.forEach(
    Object.entries(Array.groupBy(all, ({ purpose }) => purpose)),
    ([purpose, columns]) =>
      Effect.gen(function* () {
        const ended = yield* Effect.forEach(columns, reencryptColumn)
        const total = ended.reduce((sum, { reencrypted }) => sum + reencrypted, 0)
        yield* say(
          purpose,
          total,
          ended.flatMap(({ closed }) => closed)
        )
      }).pipe(Effect.catchAllCause(logDied(`sealing ${purpose} again died`))),
    { discard: true }
  )

/** After the start and hourly: while servers restart one by one, others still encrypt with the earlier key. */
export const reencrypting = (all: ReadonlyArray<SealedTexts>) =>
  Effect.gen(function* () {
    const { hasFurtherKeys } = yield* Seal
    const { isReadOnly } = yield* FeatureFlags
    if (!hasFurtherKeys) return
    yield* Effect.unlessEffect(sealAllAnew(all), isReadOnly).pipe(
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.delay("10 seconds"),
      Effect.forkScoped
    )
  }).pipe(Layer.scopedDiscard)
