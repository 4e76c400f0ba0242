import { Option } from "effect"
import type { MetadataItem } from "./walletReplies"

/** Only a string counts as a name. */
export const dAppNameIn = (items: ReadonlyArray<MetadataItem>): Option.Option<string> =>
  Option.filterMap(Option.fromNullable(items.find((item) => item.key === "name")?.value.typed), ({ type, value }) =>
    type === "String" && typeof value === "string" && value.trim() !== "" ? Option.some(value) : Option.none()
  )
