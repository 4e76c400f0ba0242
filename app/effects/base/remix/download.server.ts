/**
 * Downloads of long lists, CSV and JSON: written in portions as they are read, at the reader's pace
 * (docs/decisions/0102-read-and-write-long-lists-in-parts.md).
 */
import type { ServerResponse } from "node:http"
import { Effect, Exit, Option, Scope, Stream } from "effect"
import type { Parts } from "~/effects/base/jobs/inParts"
import { csvHead, csvLines } from "~/effects/base/text/csv"
import { RouteArgs } from "./RouteArgs.server"

/**
 * Backpressure for responses. Remix writes everything a body yields without waiting for the reader, so a long body
 * that is read slowly would fill the memory: long bodies wait here before each piece. Only callers that ask are
 * watched: the response's `write` is then wrapped, below compression.
 */
export const makePace = (response: ServerResponse): (() => Promise<boolean>) => {
  let isWatched = false
  let isFull = false
  let waiting: ReadonlyArray<(isThere: boolean) => void> = []
  const isThere = () => !response.destroyed
  const wake = () => {
    const woken = waiting
    waiting = []
    for (const resolve of woken) resolve(isThere())
  }
  const watch = () => {
    isWatched = true
    const write = response.write.bind(response)
    Object.assign(response, {
      write: (...words: Parameters<typeof write>) => {
        isFull = !write(...words)
        return !isFull
      }
    })
    response.on("drain", () => {
      isFull = false
      wake()
    })
    response.on("close", wake)
  }
  return () => {
    if (!isWatched) watch()
    if (!isFull || !isThere()) return Promise.resolve(isThere())
    return new Promise((resolve) => {
      waiting = [...waiting, resolve]
    })
  }
}

/** Yields each piece of a body after the previous one has been read; stops when the reader has disconnected. */
export const atReadersPace = <A, R>(
  chunks: Stream.Stream<A, never, R>
): Effect.Effect<Stream.Stream<A, never, R>, never, RouteArgs> =>
  Effect.map(RouteArgs, ({ context: { pace } }) =>
    pace === undefined
      ? chunks
      : Stream.mapEffect(chunks, (chunk) => Effect.map(Effect.promise(pace), (isThere) => ({ isThere, chunk }))).pipe(
          Stream.takeWhile(({ isThere }) => isThere),
          Stream.map(({ chunk }) => chunk)
        )
  )

/** Formats a value as `JSON.stringify(…, null, 1)` does two levels deep. Line breaks within a text are escaped. */
const itemText = (value: unknown): string => `  ${JSON.stringify(value, null, 1).replaceAll("\n", "\n  ")}`

/** One list member of an object as `JSON.stringify(…, null, 1)` writes it, without its surroundings. */
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

/**
 * Writes the result of `JSON.stringify({ ...head, [list]: rows, ...tail }, null, 1)` in portions. The head must have a
 * member.
 */
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

/** Writes the result of `csvFile` in portions. */
export const csvInParts = <const Column extends string, E, R>(
  columns: ReadonlyArray<Column>,
  parts: Parts<Readonly<Record<Column, string | number | null>>, E, R>
): Stream.Stream<string, E, R> =>
  Stream.concat(
    Stream.make(csvHead(columns)),
    Stream.map(parts, (rows) => csvLines(columns, rows))
  )

/**
 * Reads the head and the first rows before responding, so that a storage failure gives an error response instead of a
 * truncated download.
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

/** A body that sends each piece of text after the previous one has been read. */
export const bodyInParts = <R>(text: Stream.Stream<string, never, R>) =>
  Effect.gen(function* () {
    const chunks = yield* atReadersPace(Stream.encodeText(yield* begun(text)))
    return yield* Stream.toReadableStreamEffect(chunks)
  })

interface Download {
  /** File name without its extension. */
  readonly name: string
  readonly isCsv: boolean
  /** Headers besides type and name. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A CSV or JSON download. A failure while it is written breaks the connection, so that a partial file does not look
 * complete.
 */
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
