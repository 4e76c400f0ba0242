/** Why a moderator may not act here. */
import { Schema } from "effect"

/** docs/product/access.md, 3.2: nobody acts on their own report. */
export class OwnReport extends Schema.TaggedError<OwnReport>()("OwnReport", {}) {
  readonly status = 403
  readonly code = "E-SELF"
  override get message() {
    return "You reported this post yourself. Another moderator decides."
  }
}
