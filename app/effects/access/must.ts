import { Effect } from "effect"
import { NotAllowed } from "~/effects/base/failures/failures"
import type { Inside } from "./Inside"
import { type Permission, permissions } from "./permissions"
import { explain, statusOf, type Verdict } from "./rules"

/** Turns a rule's no into the answer a request ends with. */
export const must = (verdict: Verdict): Effect.Effect<void, NotAllowed> =>
  verdict.ok
    ? Effect.void
    : new NotAllowed({ status: statusOf(verdict), code: verdict.code, message: explain(verdict) })

export const mustBeAllowed = ({ standing }: Inside, permission: Permission): Effect.Effect<void, NotAllowed> =>
  must(permissions[permission](standing))
