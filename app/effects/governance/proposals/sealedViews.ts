/** Additional view data of a sealed vote. Types only: pages load this file. */
import type { BeaconRound } from "~/effects/governance/votes/sealed/BeaconRound"

/** A sealed vote whose list of voters is frozen. */
export interface SealedView {
  readonly beacon: BeaconRound
  /** 2 if each ballot's sealed part also names its account and vote. */
  readonly sealedBody: 2 | undefined
  readonly proposalDigest: string
  /** When the round is signed; nobody can read a ballot before. Unix milliseconds. */
  readonly until: number
  /** Verified signature; null until the beacon publishes it. */
  readonly signature: string | null
  /** Number of failed requests for it. */
  readonly tries: number
  /** Number of the last ballot that was opened. */
  readonly opened: number
}

/** "soon": the rule is frozen when voting opens. "before": the vote opened before there was a rule. */
export type TieRuleName = "soon" | "draw" | "list" | "before"

/** The draw that decides a tie. */
export interface DrawView extends Pick<SealedView, "beacon" | "signature" | "tries"> {
  /** When the round is signed. Unix milliseconds. */
  readonly until: number
}
