/** Why a moderator may not act here. */
import { Schema } from "effect"

/** Nobody decides on their own report (docs/product/access.md). */
export class OwnReport extends Schema.TaggedError<OwnReport>()("OwnReport", {}) {
  readonly status = 403
  readonly code = "E-SELF"
  override get message() {
    return "You reported this post yourself. Another moderator must decide."
  }
}
