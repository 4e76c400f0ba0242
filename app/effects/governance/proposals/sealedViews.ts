/** What pages show of a sealed vote besides the rest. Types only: pages load this file. */
import type { BeaconRound } from "~/effects/governance/votes/sealed/BeaconRound"

/** Of a sealed vote whose list of voters is frozen. */
export interface SealedView {
  readonly beacon: BeaconRound
  /** What each ballot names besides, in votes whose ballots do. */
  readonly sealedBody: 2 | undefined
  readonly proposalDigest: string
  /** When the round is signed: nobody can read a ballot before. Unix milliseconds. */
  readonly until: number
  /** Verified; null while it is awaited. */
  readonly signature: string | null
  /** How often it was asked for in vain. */
  readonly tries: number
  /** Number of the last ballot that was opened. */
  readonly opened: number
}

/** "soon": frozen when voting opens. "before": in votes opened before there was a rule. */
export type TieRuleName = "soon" | "draw" | "list" | "before"

/** The draw that decides a tie. */
export interface DrawView extends Pick<SealedView, "beacon" | "signature" | "tries"> {
  /** When the round is signed. Unix milliseconds. */
  readonly until: number
}
