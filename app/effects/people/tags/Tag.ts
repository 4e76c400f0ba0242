/** Tag: an interest that people and communities choose from (docs/product/people.md). */
import { Schema } from "effect"

export const Tag = Schema.Struct({ id: Schema.String, name: Schema.String })
export type Tag = typeof Tag.Type
