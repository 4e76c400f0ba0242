/**
 * Files and answers that grow with a community, of a large one: how long the longest turn of the event loop is in which the
 * server works on one, so how long everybody else waits for it at most, and how much memory it takes. In this process, with
 * the server's own scheduler, on SQLite, whose statements are done at once.
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
import { type Answer, answers } from "./turns/answers"
import { grown } from "./turns/rows"
import { type Watched, watched } from "./turns/watch"

const LIMIT = 50
/** Of everything there are so many, of what grows fastest ten times as many. Others are for trying the goal itself. */
const ROWS = Number(process.env.TURNS_ROWS ?? 10_000)
const MORE = 10 * ROWS
/** Of so many askings the best is told: what else the machine does is not the answer's. */
const ROUNDS = Number(process.env.ROUNDS ?? 3)

/** More than one person has of anything else. */
const RECEIPTS = 2_000

const fill = async (place: ReturnType<typeof onSqlite>) => {
  const product = await openProduct(place.settings)
  // Jobs work meanwhile on a server; what is measured here are answers.
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

/** A reader who keeps up, as the HTTP server tells a program. */
const atOnce = (program: PageProgram): PageProgram =>
  Effect.flatMap(RouteArgs, (args) =>
    Effect.provideService(program, RouteArgs, {
      ...args,
      context: { ...args.context, pace: () => Promise.resolve(true) }
    })
  )

const measure = async (product: Product, { params, path, program }: Answer, token: string): Promise<Watched> => {
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
    for (const answer of answers(calendar)) {
      if (only !== undefined && !new RegExp(only).test(answer.name)) continue
      found.push({ name: answer.name, ...(await measure(product, answer, token)) })
    }
    await product.close()
    console.table(
      found.map(({ bytes, grown, name, seconds, turn }) => ({
        answer: name,
        "longest turn, ms": Math.round(turn),
        "more memory, MiB": Math.round(grown),
        kB: Math.round(bytes / 1_000),
        seconds: Number(seconds.toFixed(2))
      }))
    )
    const worst = found.reduce((one, other) => (other.turn > one.turn ? other : one))
    const note = `ms of the longest turn of the event loop, of ${found.length} answers: ${worst.name}; ${MORE} ballots and events`
    return atMost(Math.round(worst.turn), LIMIT, note)
  } finally {
    await place.remove()
  }
}
