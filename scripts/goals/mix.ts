/**
 * Benchmark of docs/goals.md A11: waiting times under mixed load. Over 32 connections, sixteen of twenty requests read
 * the page of a vote with a million ballots, three read lists of communities and votes, and one casts a ballot, which
 * invalidates every cached page. HELLO's page is read over as many connections, alternating with it. A response that is
 * not 200 fails the goal.
 *
 * The server is the build for a real ledger, as for docs/goals.md A17; readers are visitors without a session.
 */
import { type Goal, median } from "./goal"
import { writeManyBallots } from "./growth/manyBallots"
import { SLUG } from "./growth/names"
import { onSqlite } from "./growth/sqlite"
import { settingsFor, startLedgerStub } from "./ledgerStub"
import { hammer, messageOf } from "./load"
import { freePort, type Running, startHello, startProduct } from "./servers"
import { prepareVotes } from "./voteMessages"

const BALLOTS = Number(process.env.BALLOTS ?? 1_000_000)
const CONNECTIONS = 32
const ROUNDS = 3
const REQUESTS = 4_000
const WARM_UP = 1_000
/** Requests per cycle. */
const TURN = 20
const LISTS = ["/explore", `/explore/${SLUG}`, "/explore"]

const p99Of = async ({ port }: Running, requests: number, message: (n: number) => Buffer) =>
  (await hammer({ port, connections: CONNECTIONS, requests, message })).p99

export const mixedLoad: Goal = async () => {
  const place = onSqlite()
  const folder = place.settings.DATA_DIR ?? ""
  const ledger = await startLedgerStub()
  const hello = await startHello()
  try {
    await writeManyBallots(place, BALLOTS)
    const port = await freePort()
    const settings = { ...settingsFor(ledger), PORT: String(port), APP_ORIGIN: `http://127.0.0.1:${port}` }
    const ballots = await prepareVotes({ folder }, port, Math.ceil((WARM_UP + ROUNDS * REQUESTS) / TURN))
    const product = await startProduct("none", folder, settings)
    try {
      const read = messageOf(port, "GET", `/explore/${SLUG}/proposals/1`)
      const lists = LISTS.map((path) => messageOf(port, "GET", path))
      let cast = 0
      const mixed = (n: number) => {
        const turn = n % TURN
        return (turn === 0 ? ballots[cast++] : lists[turn - 1]) ?? read
      }
      const bare = messageOf(hello.port, "GET", "/")
      await p99Of(hello, WARM_UP, () => bare)
      await p99Of(product, WARM_UP, mixed)
      const rounds: Array<{ readonly theirs: number; readonly ours: number }> = []
      for (let n = 0; n < ROUNDS; n++) {
        rounds.push({
          theirs: await p99Of(hello, REQUESTS, () => bare),
          ours: await p99Of(product, REQUESTS, mixed)
        })
      }
      const value = Number(median(rounds.map(({ ours, theirs }) => ours / theirs)).toFixed(2))
      const middle = (part: "ours" | "theirs") => `${median(rounds.map((round) => round[part])).toFixed(0)} ms`
      return {
        value,
        limit: 1,
        ok: value <= 1,
        note: `of HELLO's p99 at ${CONNECTIONS} connections, with ${BALLOTS} ballots stored: ${middle("ours")} and ${middle("theirs")}; ${cast} ballots were cast, no request failed`
      }
    } finally {
      await product.stop()
    }
  } finally {
    await hello.stop()
    await ledger.stop()
    await place.remove()
  }
}
