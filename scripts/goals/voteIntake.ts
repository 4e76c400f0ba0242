/**
 * Benchmark of docs/goals.md A17: votes acknowledged a second, compared with requests a second to HELLO's two-byte
 * route in the same minute. Every vote has another voter, and is prepared and signed before the clock starts; it counts
 * when its receipt has arrived, which is after the commit: SQLite with synchronous FULL, Postgres with
 * synchronous_commit on. Afterwards the chain is read back.
 *
 * The server is the build for a real ledger (LEDGER=stokenet npx remix vite:build): it asks a gateway in another
 * process for the owner of an account, for each vote, as in production.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "../../tests/postgres"
import { type Goal, median, type Outcome } from "./goal"
import { settingsFor, startLedgerStub } from "./ledgerStub"
import { hammer, messageOf, type Took } from "./load"
import { cpuMs, freePort, type Running, startHello, startProduct } from "./servers"
import { countBallots, prepareVotes, type Where } from "./voteMessages"

const ROUNDS = 3
const CONNECTIONS = 64
const VOTES = 1_500
const HELLOS = 3_000
/** Few at a time, while the server's code is cold. */
const WARM_UP = { votes: 300, connections: 8 }
const LIMIT = 0.3

interface Cost extends Took {
  readonly rate: number
  /** Milliseconds of processor time per request. */
  readonly cpu: number
}
interface Round {
  readonly hello: Cost
  readonly votes: Cost
}

const costOf = async ({ pid, port }: Running, requests: number, message: () => Buffer, connections = CONNECTIONS) => {
  const before = cpuMs(pid)
  const took = await hammer({ port, connections, requests, message })
  return { ...took, rate: requests / took.seconds, cpu: (cpuMs(pid) - before) / requests } satisfies Cost
}

const askHello = (hello: Running) => {
  const message = messageOf(hello.port, "GET", "/ok")
  return costOf(hello, HELLOS, () => message)
}

const measureOn = async (where: Where, env: Readonly<Record<string, string>>, hello: Running) => {
  const port = await freePort()
  const settings = { ...env, PORT: String(port), APP_ORIGIN: `http://127.0.0.1:${port}` }
  // The first start creates the tables.
  await (await startProduct("none", where.folder, settings)).stop()
  const total = WARM_UP.votes + VOTES * ROUNDS
  const messages = await prepareVotes(where, port, total)
  const product = await startProduct("none", where.folder, settings)
  try {
    let next = 0
    const message = () => messages[next++] ?? Buffer.alloc(0)
    await askHello(hello)
    await costOf(product, WARM_UP.votes, message, WARM_UP.connections)
    const rounds: Array<Round> = []
    for (let n = 0; n < ROUNDS; n++) {
      rounds.push({ hello: await askHello(hello), votes: await costOf(product, VOTES, message) })
    }
    const stored = await countBallots(where)
    if (stored !== total) throw new Error(`${total} votes were acknowledged and ${stored} are stored.`)
    return rounds
  } finally {
    await product.stop()
  }
}

const wordsOf = (costs: ReadonlyArray<Cost>) => {
  const middle = (part: "rate" | "p99" | "cpu") => median(costs.map((cost) => cost[part]))
  return `${Math.round(middle("rate"))}/s, p99 ${middle("p99").toFixed(0)} ms, ${middle("cpu").toFixed(2)} ms of processor time each`
}

const outcomeOf = (rounds: ReadonlyArray<Round>) => ({
  ratio: median(rounds.map(({ hello, votes }) => votes.rate / hello.rate)),
  words: `${wordsOf(rounds.map(({ votes }) => votes))} (HELLO ${wordsOf(rounds.map(({ hello }) => hello))})`
})

export const voteIntake: Goal = async (): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  const hello = await startHello()
  const postgres = await startPostgres("fsync=on", "synchronous_commit=on")
  const ledger = await startLedgerStub()
  const settings = settingsFor(ledger)
  try {
    const lite = outcomeOf(await measureOn({ folder }, settings, hello))
    const others =
      postgres === null
        ? undefined
        : outcomeOf(await measureOn({ folder, url: postgres.url }, { ...settings, DATABASE_URL: postgres.url }, hello))
    const value = Math.min(lite.ratio, others?.ratio ?? lite.ratio)
    return {
      value: Number(value.toFixed(2)),
      limit: LIMIT,
      ok: value >= LIMIT,
      note: `of HELLO's two-byte route, at least: SQLite ${lite.ratio.toFixed(2)}, ${lite.words}; ${others === undefined ? "no Postgres here" : `Postgres ${others.ratio.toFixed(2)}, ${others.words}`}`
    }
  } finally {
    await hello.stop()
    await postgres?.stop()
    await ledger.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
