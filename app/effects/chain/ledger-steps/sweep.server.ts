import { Duration } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

const KEPT = Duration.toMillis("2 days")

export const sweepStepLeases: Sweep = (sql, now) => sql`DELETE FROM step_leases WHERE leased_until < ${now - KEPT}`
