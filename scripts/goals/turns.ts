/**
 * Files and responses that grow with a community, for a large one: the longest tick of the event loop while the server
 * works on one, which is how long everyone else waits at most, and its memory. In this process, with the server's own
 * scheduler, on SQLite, whose statements are synchronous.
 */
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { visit } from "../../tests/effects/publishing/dashboard/visits"
import { atMost, type Goal } from "./goal"
import { everyJobTaken } from "./growth/measure"
import { signIn, writeModels } from "./growth/models"
import { COMMUNITY, ME, SLUG } from "./growth/names"
import { openProduct, type PageProgram, type Product } from "./growth/product"
import { counters } from "./growth/rows"
import { onSqlite } from "./growth/sqlite"
import { written } from "./growth/written"
import { type ReceivedResponse, responses } from "./turns/responses"
import { grown } from "./turns/rows"
import { type Watched, watched } from "./turns/watch"

const LIMIT = 50
/** Rows of everything, and ten times as many of what grows fastest. Other numbers are for trying out the benchmark. */
const ROWS = Number(process.env.TURNS_ROWS ?? 10_000)
const MORE = 10 * ROWS
/** The best of this many rounds counts, since it contains least of the machine's other work. */
const ROUNDS = Number(process.env.ROUNDS ?? 3)

/** Rows of anything else, more than one person has. */
const RECEIPTS = 2_000

const fill = async (place: ReturnType<typeof onSqlite>) => {
  const product = await openProduct(place.settings)
  // Takes the jobs' leases: only the responses are measured.
  await product.run(Effect.zipRight(writeModels, everyJobTaken))
  await product.close()
  const statements: Array<string> = []
  for (const one of grown(ROWS, MORE, RECEIPTS)) {
    statements.push(written(one, await place.columnsOf(one.table)))
  }
  await place.write([...statements, ...counters(MORE)])
}

/** The best of each figure. */
const best = (rounds: ReadonlyArray<Watched>): Watched => ({
  turn: Math.min(...rounds.map(({ turn }) => turn)),
  grown: Math.min(...rounds.map(({ grown }) => grown)),
  bytes: Math.max(...rounds.map(({ bytes }) => bytes)),
  seconds: Math.min(...rounds.map(({ seconds }) => seconds))
})

/** Runs the program for a reader who keeps up, as the HTTP server reports it. */
const atOnce = (program: PageProgram): PageProgram =>
  Effect.flatMap(RouteArgs, (args) =>
    Effect.provideService(program, RouteArgs, {
      ...args,
      context: { ...args.context, pace: () => Promise.resolve(true) }
    })
  )

const measure = async (
  product: Product,
  { params, path, program }: ReceivedResponse,
  token: string
): Promise<Watched> => {
  const rounds: Array<Watched> = []
  for (let n = 0; n < ROUNDS; n++) {
    const all = { id: COMMUNITY, slug: SLUG, n: "1", ...params }
    rounds.push(
      await watched(() =>
        product.run(Effect.map(visit(path, atOnce(program), { params: all, token }), ({ value }) => value))
      )
    )
  }
  return best(rounds)
}

export const longestTurns: Goal = async () => {
  const place = onSqlite()
  try {
    await fill(place)
    const product = await openProduct(place.settings)
    const token = await product.run(signIn)
    const calendar = await product.run(Effect.flatMap(SecretLinks, (links) => links.secretOf(ME, "calendar")))
    const found: Array<Watched & { readonly name: string }> = []
    const only = process.env.ANSWERS
    for (const response of responses(calendar)) {
      if (only !== undefined && !new RegExp(only).test(response.name)) continue
      found.push({ name: response.name, ...(await measure(product, response, token)) })
    }
    await product.close()
    console.table(
      found.map(({ bytes, grown, name, seconds, turn }) => ({
        answer: name,
        "longest tick, ms": Math.round(turn),
        "more memory, MiB": Math.round(grown),
        kB: Math.round(bytes / 1_000),
        seconds: Number(seconds.toFixed(2))
      }))
    )
    const worst = found.reduce((one, other) => (other.turn > one.turn ? other : one))
    const note = `ms of the longest tick of the event loop, of ${found.length} responses: ${worst.name}; ${MORE} ballots and events`
    return atMost(Math.round(worst.turn), LIMIT, note)
  } finally {
    await place.remove()
  }
}
