/**
 * What a check fetches only when a file needs it: curves, the opening of sealed ballots, receipts of sealed votes. Whoever
 * may lose the network before the file is chosen asks for all of it first.
 */
import { loadCurves } from "./signature"

/** Rejects where a part cannot be fetched; it may be tried again. */
export const loadParts = async (): Promise<void> => {
  await Promise.all([loadCurves(), import("./openSealed"), import("./openSlice"), import("./checkSealedReceipt")])
}
