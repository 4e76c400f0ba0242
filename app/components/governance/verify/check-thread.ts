/**
 * The script of the threads that check a large file (threads.ts). It has no access to the page and fetches nothing but
 * its own chunks.
 */
import { checkBlob } from "~/effects/governance/votes/file/checkFile"
import type { Crew } from "~/effects/governance/votes/file/gathered"
import { unhurried } from "~/effects/governance/votes/file/pace"
import { loadParts } from "~/effects/governance/votes/file/parts"
import type { SliceWork } from "~/effects/governance/votes/file/slices"
import { workHere } from "~/effects/governance/votes/file/sliceWork"
import { type Ask, type Lead, type Order, type Reported, startThread, ThreadLost, type ThreadReply } from "./threads"

/** The scope of a dedicated worker, which TypeScript's DOM library lacks. */
const scope = globalThis as unknown as {
  readonly postMessage: (message: Reported | ThreadReply) => void
  onmessage: ((event: MessageEvent<Order>) => void) | null
}

const here = workHere(unhurried)

/** In milliseconds. A helper that has not responded for this long is considered lost. */
const PATIENCE = 60_000
/** Slices queued at each helper, so that it never waits for the leader. */
const AHEAD = 2
const ALIVE = 2_000

interface Waiting {
  readonly resolve: (response: unknown) => void
  readonly reject: (cause: unknown) => void
}

const startHelper = () => {
  const worker = startThread(location.href)
  const open = new Map<number, Waiting>()
  let [next, timer]: [number, ReturnType<typeof setTimeout> | undefined] = [0, undefined]
  let isLost = false
  const lose = () => {
    isLost = true
    clearTimeout(timer)
    for (const { reject } of open.values()) reject(new ThreadLost())
    open.clear()
  }
  const watch = () => {
    clearTimeout(timer)
    timer = open.size > 0 ? setTimeout(lose, PATIENCE) : undefined
  }
  worker.onerror = lose
  worker.onmessage = ({ data: { result: response, id } }: MessageEvent<ThreadReply>) => {
    open.get(id)?.resolve(response)
    open.delete(id)
    watch()
  }
  const ask = (name: Ask["name"], given: Ask["given"]) =>
    new Promise<unknown>((resolve, reject) => {
      if (isLost) return reject(new ThreadLost())
      const id = next++
      open.set(id, { resolve, reject })
      const [slice] = given
      const bytes = slice !== null && typeof slice === "object" && "bytes" in slice ? slice.bytes : undefined
      // The bytes of a slice are handed over, not copied.
      worker.postMessage({ kind: "ask", id, name, given }, bytes instanceof Uint8Array ? [bytes.buffer] : [])
      if (timer === undefined) watch()
    })
  return { ask, load: () => open.size }
}

/** Helpers process the slices if a thread may start threads; otherwise this thread does. */
const crewOf = (count: number): Crew => {
  const helpers = typeof Worker === "undefined" ? [] : Array.from({ length: count }, startHelper)
  if (helpers.length === 0) return { atOnce: 1, work: here }
  const ask = (name: Ask["name"], given: Ask["given"]) => {
    const [idle] = [...helpers].sort((one, other) => one.load() - other.load())
    return idle === undefined ? Promise.reject(new ThreadLost()) : idle.ask(name, given)
  }
  // A helper returns what `SliceWork` of the same script returns, so the casts are safe.
  const work: SliceWork = {
    voters: (...given) => ask("voters", given) as ReturnType<SliceWork["voters"]>,
    delegations: (...given) => ask("delegations", given) as ReturnType<SliceWork["delegations"]>,
    ballots: (...given) => ask("ballots", given) as ReturnType<SliceWork["ballots"]>,
    open: (...given) => ask("open", given) as ReturnType<SliceWork["open"]>
  }
  return { atOnce: AHEAD * helpers.length, work }
}

const lead = async ({ file, helpers }: Lead) => {
  // If a chunk cannot be loaded, this fails before the work begins, and the page checks the file with the chunks it
  // has.
  await loadParts()
  scope.postMessage({ kind: "alive" })
  const alive = setInterval(() => scope.postMessage({ kind: "alive" }), ALIVE)
  try {
    const report = await checkBlob(file, {
      crew: crewOf(helpers),
      pace: unhurried,
      onProgress: (progress) => scope.postMessage({ kind: "progress", progress })
    })
    scope.postMessage({ kind: "report", report })
  } catch (cause) {
    // Browsers raise NotReadableError (File API) when a file changes or disappears while it is read.
    const isUnreadable = cause instanceof DOMException
    if (!isUnreadable && !(cause instanceof ThreadLost)) console.error(cause)
    scope.postMessage({ kind: "failed", why: isUnreadable ? "unreadable" : "lost" })
  } finally {
    clearInterval(alive)
  }
}

const help = async ({ given, id, name }: Ask) => {
  // The name is always one of `SliceWork`, because this same script sends it.
  const call = here[name] as (...given: ReadonlyArray<unknown>) => Promise<unknown>
  scope.postMessage({ id, result: await call(...given) })
}

scope.onmessage = ({ data }) => {
  // An uncaught error reaches the thread or page that started this one.
  const work = data.kind === "lead" ? lead(data) : help(data)
  work.catch((cause: unknown) =>
    setTimeout(() => {
      throw cause
    })
  )
}
