/** A voter's receipt: the whole ballot with its place in the chain, as a file for /verify. Pure. */
import { canonical, type Json } from "~/effects/base/text/canonical"
import type { ReceiptFile } from "../file/checkStatement"
import type { BeaconRound } from "../sealed/BeaconRound"
import type { Opens } from "../sealed/SealedBody"
import type { OpenEntry } from "./Ballot"

export type Receipt = ReceiptFile

export const receiptOf = (
  site: Pick<ReceiptFile, "schema" | "dAppDefinitionAddress" | "origin">,
  entry: OpenEntry
): Receipt => ({ ...site, ...entry })

/** A receipt file: one canonical line. */
export const writeReceipt = (receipt: Receipt): string => `${canonical(receipt as unknown as Json)}\n` // the schema allows only JSON

/** The receipt of a sealed ballot, with the keys that open it: for the voter's own device. */
export const writeSealedReceipt = (receipt: Receipt, beacon: BeaconRound, opens: Opens): string =>
  `${canonical({ ...receipt, schema: "ballot-receipt/2", beacon, opens } as unknown as Json)}\n` // as above
