/**
 * Benchmark of docs/goals.md A10: the cost of a page for visitors without a session, compared with HELLO served by
 * remix-serve in the same minute.
 */
import type { Goal } from "./goal"
import { median } from "./goal"
import { hammer, messageOf } from "./load"
import { cpuMs, type Running, startHello, startProduct } from "./servers"

const ROUNDS = 3
const CONNECTIONS = 32
const REQUESTS = { hello: 3_000, ours: 24_000 }

export interface Cost {
  /** Milliseconds of processor time per request. */
  readonly cpu: number
  /** Requests a second. */
  readonly rate: number
}

/** Also for guarded pages (docs/goals.md A9), with the headers of a signed-in member and a path per request. */
export const costOf = async (
  server: Running,
  path: string | ((n: number) => string),
  requests: number,
  headers: Readonly<Record<string, string>> = {}
): Promise<Cost> => {
  const { pid, port } = server
  const made = (wanted: string) => messageOf(port, "GET", wanted, headers)
  const always = typeof path === "string" ? made(path) : undefined
  const message = (n: number) => always ?? made(typeof path === "string" ? path : path(n))
  const before = cpuMs(pid)
  const { seconds } = await hammer({ port, connections: CONNECTIONS, requests, message })
  return { cpu: (cpuMs(pid) - before) / requests, rate: requests / seconds }
}

/** Medians of interleaved rounds, after both have warmed up. */
export const compare = async (
  path: Parameters<typeof costOf>[1],
  requests: typeof REQUESTS,
  headers: Readonly<Record<string, string>> = {},
  folder?: string
): Promise<{ readonly hello: Cost; readonly ours: Cost; readonly cpu: number; readonly rate: number }> => {
  const hello = await startHello()
  const product = await startProduct("demo", folder).catch(async (error: unknown) => {
    await hello.stop()
    throw error
  })
  try {
    await costOf(hello, "/", Math.ceil(requests.hello / 2))
    await costOf(product, path, Math.ceil(requests.ours / 2), headers)
    const rounds: Array<{ readonly hello: Cost; readonly ours: Cost }> = []
    for (let n = 0; n < ROUNDS; n++) {
      rounds.push({
        hello: await costOf(hello, "/", requests.hello),
        ours: await costOf(product, path, requests.ours, headers)
      })
    }
    const middle = (part: "hello" | "ours"): Cost => ({
      cpu: median(rounds.map((round) => round[part].cpu)),
      rate: median(rounds.map((round) => round[part].rate))
    })
    return {
      hello: middle("hello"),
      ours: middle("ours"),
      cpu: median(rounds.map(({ hello: bare, ours }) => ours.cpu / bare.cpu)),
      rate: median(rounds.map(({ hello: bare, ours }) => ours.rate / bare.rate))
    }
  } finally {
    await product.stop()
    await hello.stop()
  }
}

const LIMIT = 0.1
const TIMES = 10

export const anonymousPage: Goal = async () => {
  const { cpu, hello, ours, rate } = await compare("/explore", REQUESTS)
  const packed = await compare("/explore", REQUESTS, { "Accept-Encoding": "gzip, br" })
  const words = ({ cpu: ms, rate: each }: Cost) => `${ms.toFixed(3)} ms and ${Math.round(each)}/s`
  return {
    value: Number(cpu.toFixed(3)),
    limit: LIMIT,
    ok: cpu <= LIMIT && rate >= TIMES,
    note: `of HELLO's processor time; ${rate.toFixed(1)} times its requests a second (at least ${TIMES}): /explore ${words(ours)}, HELLO ${words(hello)}; compressed, as browsers request it, ${words(packed.ours)}, ${packed.cpu.toFixed(2)} of HELLO's processor time`
  }
}
