/** What a voter keeps: the whole ballot with its place in the chain, as the file that /verify checks. Pure. */
import type { ReceiptFile } from "../file/checkStatement"
import type { OpenEntry } from "./Ballot"

export type Receipt = ReceiptFile

export const receiptOf = (
  site: Pick<ReceiptFile, "schema" | "dAppDefinitionAddress" | "origin">,
  entry: OpenEntry
): Receipt => ({ ...site, ...entry })
