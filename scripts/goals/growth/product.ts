/** The product's own services over a database of the goal's, and the statements that a page's program really sends. */
import { Statement } from "@effect/sql"
import { Effect, Logger, ManagedRuntime } from "effect"
import type { AppServices } from "~/effects/layers.server"
import type { ReplyHeaders, RouteArgs } from "~/effects/runtime.server"
import { visit } from "../../../tests/effects/dashboard/visits"

export interface Sent {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}
export interface Captured {
  readonly sent: ReadonlyArray<Sent>
  /** Milliseconds, with the database's answers and without the network. */
  readonly took: number
}

/** What a page's loader hands to `respond`. */
export type PageProgram = Effect.Effect<unknown, unknown, AppServices | RouteArgs | ReplyHeaders>

export interface Product {
  readonly run: <A>(program: Effect.Effect<A, unknown, AppServices>) => Promise<A>
  readonly open: (path: string, program: PageProgram, params: Readonly<Record<string, string>>) => Promise<Captured>
  readonly capture: (program: Effect.Effect<unknown, unknown, AppServices>) => Promise<Captured>
  readonly close: () => Promise<void>
}

/** Nobody listens there: pages say that the ledger does not answer, and read the database as always. */
const NO_LEDGER = "9"

/** @param settings `DATA_DIR`, or `DATABASE_URL` with it. */
export const openProduct = async (settings: Readonly<Record<string, string>>, token = ""): Promise<Product> => {
  for (const name of ["DATA_DIR", "DATABASE_URL"]) delete process.env[name]
  Object.assign(process.env, { LEDGER: "local", SEED: "none", PORT: NO_LEDGER, ...settings })
  const { AppLive } = await import("~/effects/layers.server")
  const runtime = ManagedRuntime.make(AppLive)
  const quiet = <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.provide(program, Logger.remove(Logger.jsonLogger))
  const capture: Product["capture"] = async (program) => {
    const sent: Array<Sent> = []
    const begun = performance.now()
    await runtime.runPromise(
      quiet(
        Statement.withTransformer(program, (statement) => {
          const [text, params] = statement.compile()
          sent.push({ text, params })
          return Effect.succeed(statement)
        })
      )
    )
    return { sent, took: performance.now() - begun }
  }
  return {
    run: (program) => runtime.runPromise(quiet(program)),
    open: (path, program, params) => capture(visit(path, program, { token, params })),
    capture,
    close: () => runtime.dispose()
  }
}
