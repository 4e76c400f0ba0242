import { Duration } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

const KEPT = Duration.toMillis("1 day")

export const sweepSignatures: Sweep = (sql, now) => sql`DELETE FROM upload_signatures WHERE expires_at < ${now - KEPT}`
