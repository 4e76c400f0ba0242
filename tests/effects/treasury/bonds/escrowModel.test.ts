/**
 * In any order of events of a sale or of redemptions, the escrowed amount is handed out, left or refunded, to the last
 * digit (`escrowPlay.ts`).
 */
import { describeEscrowOf, oneBadge } from "./escrowPlay"
import { world } from "./world"

describeEscrowOf("the escrow of a bond adds up", oneBadge, world, { lengths: [6, 24], many: [1, 6], seed: 11 })
