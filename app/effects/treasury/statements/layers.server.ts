/** Layers of treasury pages and statements. */
import { Layer } from "effect"
import { Treasury } from "~/effects/treasury/treasury/Treasury.server"
import { TreasuryPlans } from "~/effects/treasury/treasury/TreasuryPlans.server"
import { TreasuryStatements } from "./TreasuryStatements.server"

export const TreasuryLive = Layer.mergeAll(Treasury.Default, TreasuryPlans.Default, TreasuryStatements.Default)
