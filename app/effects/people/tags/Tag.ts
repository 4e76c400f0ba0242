/** Tag: one interest people and communities choose from (spec §3). */
import { Schema } from "effect"

export const Tag = Schema.Struct({ id: Schema.String, name: Schema.String })
export type Tag = typeof Tag.Type
