/** A treasury as pages show it, and its statements. */
import { Layer } from "effect"
import { Treasury } from "~/effects/treasury/treasury/Treasury.server"
import { TreasuryStatements } from "./TreasuryStatements.server"

export const TreasuryLive = Layer.merge(Treasury.Default, TreasuryStatements.Default)
