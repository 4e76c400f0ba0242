/** Measures what a response costs its process: the longest tick of the event loop, and memory. */
const MEBIBYTE = 1024 * 1024
const MICROSECONDS = 1_000

export interface Watched {
  /** Milliseconds of the longest tick. */
  readonly turn: number
  /** Peak of resident memory above its level before, MiB. */
  readonly grown: number
  readonly bytes: number
  readonly seconds: number
}

const rss = () => process.memoryUsage().rss / MEBIBYTE

/**
 * Measures each tick until it is stopped. A tick counts with its processor time or its wall time, whichever is less:
 * the first excludes other processes, the second the engine's own threads.
 */
const watch = () => {
  let [turn, peak, isOver] = [0, 0, false]
  let [clock, cpu] = [performance.now(), process.cpuUsage()]
  const check = () => {
    const { system, user } = process.cpuUsage(cpu)
    turn = Math.max(turn, Math.min((system + user) / MICROSECONDS, performance.now() - clock))
    peak = Math.max(peak, rss())
    clock = performance.now()
    cpu = process.cpuUsage()
    if (!isOver) setImmediate(check)
  }
  setImmediate(check)
  return async () => {
    await new Promise(setImmediate)
    isOver = true
    return { turn, peak }
  }
}

const bytesOf = async (response: unknown): Promise<number> => {
  if (!(response instanceof Response)) return 0
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  const reader = response.body?.getReader()
  let bytes = 0
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || value === undefined) return bytes
    bytes += value.length
  }
}

/** Runs the request, and reads the response as fast as it comes. */
export const watched = async (ask: () => Promise<unknown>): Promise<Watched> => {
  globalThis.gc?.()
  const [before, begun] = [rss(), performance.now()]
  const end = watch()
  const bytes = await bytesOf(await ask())
  const seconds = (performance.now() - begun) / 1_000
  const { peak, turn } = await end()
  return { turn, grown: peak - before, bytes, seconds }
}
