/** The whole audit log, in pages. */
import { Clock, Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { LogPage } from "../../console"
import { OperatorLog } from "../../OperatorLog.server"
import { forOperators } from "./operator.server"

const SIZE = 50

export const logPage = forOperators(() =>
  Effect.gen(function* () {
    const { request } = yield* RouteArgs
    const after = new URL(request.url).searchParams.get("after")
    const { lines, next } = yield* (yield* OperatorLog).page(after, SIZE)
    return { now: yield* Clock.currentTimeMillis, lines, next, isFirst: after === null } satisfies LogPage
  })
)
