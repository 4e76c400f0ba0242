/**
 * Backpressure for responses. Remix writes everything a body yields without waiting for the reader, so a long body that
 * is read slowly would fill the memory: long bodies wait here before each piece.
 */
import type { ServerResponse } from "node:http"
import { Effect, Stream } from "effect"
import { RouteArgs } from "./RouteArgs.server"

/** Only callers that ask are watched: the response's `write` is then wrapped, below compression. */
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
