/** Why a moderator may not act here. */
import { coded } from "~/effects/base/failures/coded"

/** Nobody decides on their own report (docs/product/access.md). */
export class OwnReport extends coded("OwnReport", "E-SELF", 403, {
  message: "You reported this post yourself. Another moderator must decide."
}) {}
