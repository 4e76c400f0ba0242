/**
 * Files of lists that can be long, CSV and JSON: written in parts as they are read, at the reader's pace
 * (docs/decisions/0102-long-files-in-parts.md).
 */
import { Effect, Exit, Option, Scope, Stream } from "effect"
import type { Parts } from "~/effects/base/jobs/inParts"
import { csvHead, csvLines } from "~/effects/base/text/csv"
import { atReadersPace } from "./pace.server"

/** What `JSON.stringify(…, null, 1)` makes of a value that lies two deep. A line break within a text is escaped in it. */
const itemText = (value: unknown): string => `  ${JSON.stringify(value, null, 1).replaceAll("\n", "\n  ")}`

/** A list of one member of an object, as `JSON.stringify(…, null, 1)` writes it, without what stands before and after it. */
export const listText = <E, R>(parts: Parts<unknown, E, R>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    let isEmpty = true
    const items = Stream.map(
      Stream.filter(parts, (rows) => rows.length > 0),
      (rows) => {
        const before = isEmpty ? "[\n" : ",\n"
        isEmpty = false
        return before + rows.map(itemText).join(",\n")
      }
    )
    return Stream.concat(
      items,
      Stream.suspend(() => Stream.make(isEmpty ? "[]" : "\n ]"))
    )
  })

/** What `JSON.stringify({ ...head, [list]: rows, ...tail }, null, 1)` makes, in parts. A head has a member at least. */
export const jsonInParts = <E, R>(
  head: object,
  list: string,
  parts: Parts<unknown, E, R>,
  tail: object = {}
): Stream.Stream<string, E, R> => {
  const before = `${JSON.stringify(head, null, 1).slice(0, -"\n}".length)},\n ${JSON.stringify(list)}: `
  const after = Object.keys(tail).length === 0 ? "\n}" : `,${JSON.stringify(tail, null, 1).slice("{".length)}`
  return Stream.make(before).pipe(Stream.concat(listText(parts)), Stream.concat(Stream.make(after)))
}

/** What `csvFile` makes, in parts. */
export const csvInParts = <const Column extends string, E, R>(
  columns: ReadonlyArray<Column>,
  parts: Parts<Readonly<Record<Column, string | number | null>>, E, R>
): Stream.Stream<string, E, R> =>
  Stream.concat(
    Stream.make(csvHead(columns)),
    Stream.map(parts, (rows) => csvLines(columns, rows))
  )

/**
 * The text once its head and its first rows are there: where the storage fails before the first byte, that is an answer of its
 * own, and no download that breaks off.
 */
const begun = <R>(text: Stream.Stream<string, never, R>) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const pull = yield* Scope.extend(Stream.toPull(text), scope)
    const first = Effect.option(pull)
    const head = yield* first
    const rows = Option.isNone(head) ? head : yield* first
    const here = Stream.fromIterable([head, rows].flatMap((some) => (Option.isSome(some) ? [...some.value] : [])))
    const rest = Option.isNone(rows) ? Stream.empty : Stream.repeatEffectChunkOption(pull)
    return Stream.ensuring(Stream.concat(here, rest), Scope.close(scope, Exit.void))
  })

/** A body that is sent in the pieces of its text, each when the one before has been read. */
export const bodyInParts = <R>(text: Stream.Stream<string, never, R>) =>
  Effect.gen(function* () {
    const pieces = yield* atReadersPace(Stream.encodeText(yield* begun(text)))
    return yield* Stream.toReadableStreamEffect(pieces)
  })

interface Download {
  /** The file's, without its ending. */
  readonly name: string
  readonly isCsv: boolean
  /** Beside the type and the name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A file to be kept, CSV or JSON. What fails while it is written breaks the connection off: no part looks like a whole. */
export const downloadInParts = <R>(text: Stream.Stream<string, never, R>, { headers = {}, isCsv, name }: Download) =>
  Effect.map(
    bodyInParts(text),
    (body) =>
      new Response(body, {
        headers: {
          "Content-Type": `${isCsv ? "text/csv" : "application/json"}; charset=utf-8`,
          "Content-Disposition": `attachment; filename="${name}.${isCsv ? "csv" : "json"}"`,
          ...headers
        }
      })
  )
