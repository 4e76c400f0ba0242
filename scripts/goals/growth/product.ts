/**
 * The product's own services over a database of the benchmark's, and the statements that a page's program really sends.
 */
import { Statement } from "@effect/sql"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import type { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { makeFairScheduler } from "~/effects/server/fairScheduler"
import type { AppServices } from "~/effects/server/layers/app.server"
import { visit } from "../../../tests/effects/publishing/dashboard/visits"

export interface Sent {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}
export interface Captured {
  readonly sent: ReadonlyArray<Sent>
  /** Milliseconds of this process' processor time, which includes SQLite's. */
  readonly took: number
}

/** The program that a page's loader passes to `respond`. */
export type PageProgram = Effect.Effect<unknown, unknown, AppServices | RouteArgs | ReplyHeaders>

export interface Visitor {
  readonly params: Readonly<Record<string, string>>
  /** The session's. */
  readonly token: string
}

export interface Product {
  readonly run: <A>(program: Effect.Effect<A, unknown, AppServices>) => Promise<A>
  readonly open: (path: string, program: PageProgram, visitor: Visitor) => Promise<Captured>
  readonly capture: (program: Effect.Effect<unknown, unknown, AppServices>) => Promise<Captured>
  readonly close: () => Promise<void>
}

/** No server listens there: pages report that the ledger does not respond, and read the database as always. */
const NO_LEDGER = "9"

const millisecondsSince = (begun: NodeJS.CpuUsage) => {
  const { system, user } = process.cpuUsage(begun)
  return (system + user) / 1_000
}

/** @param settings `DATA_DIR`, or `DATABASE_URL` with it. */
export const openProduct = async (settings: Readonly<Record<string, string>>): Promise<Product> => {
  for (const name of ["DATA_DIR", "DATABASE_URL"]) delete process.env[name]
  Object.assign(process.env, { LEDGER: "local", SEED: "none", PORT: NO_LEDGER, ...settings })
  const { AppLive } = await import("~/effects/server/layers/app.server")
  const runtime = ManagedRuntime.make(Layer.provideMerge(AppLive, Layer.setScheduler(makeFairScheduler())))
  const quiet = <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.provide(program, Logger.remove(Logger.jsonLogger))
  const capture: Product["capture"] = async (program) => {
    const sent: Array<Sent> = []
    const begun = process.cpuUsage()
    await runtime.runPromise(
      quiet(
        Statement.withTransformer(program, (statement) => {
          const [text, params] = statement.compile()
          sent.push({ text, params })
          return Effect.succeed(statement)
        })
      )
    )
    return { sent, took: millisecondsSince(begun) }
  }
  return {
    run: (program) => runtime.runPromise(quiet(program)),
    open: (path, program, visitor) => capture(visit(path, program, visitor)),
    capture,
    close: () => runtime.dispose()
  }
}
