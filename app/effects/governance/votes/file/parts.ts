/**
 * Parts of a check that are loaded only if a file needs them: curves, the opening of sealed ballots, receipts of sealed
 * votes. A page that may lose the network before the file is chosen loads all of them first.
 */
import { loadCurves } from "./signature"

/** Rejects if a part cannot be loaded; may be tried again. */
export const loadParts = async (): Promise<void> => {
  await Promise.all([
    loadCurves(),
    import("./openSealed"),
    import("./openSlice"),
    import("./checkSealedReceipt"),
    import("../elections/countElection")
  ])
}
