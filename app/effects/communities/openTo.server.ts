/** For pages inside that are somebody's tools: refuses everybody else in the words of the permission. */
import { Effect } from "effect"
import type { Permission } from "../access/permissions"
import { inside, mustBeAllowed } from "./inside.server"

export const openTo = (permission: Permission) =>
  Effect.flatMap(inside, (here) => Effect.as(mustBeAllowed(here, permission), null))
