/** What opens one's own sealed ballot before anybody else can: kept in this browser, and sent nowhere. */
import type { BeaconRound } from "~/effects/governance/votes/sealed/BeaconRound"
import type { Content, Opens } from "~/effects/governance/votes/sealed/SealedBody"

export interface Kept extends Content {
  readonly beacon: BeaconRound
  readonly opens: Opens
}

const place = (digest: string) => `sealed-ballot/${digest}`

/** A browser that keeps nothing still lets the receipt be downloaded. */
export const keepOpens = (digest: string, kept: Kept): void => {
  try {
    localStorage.setItem(place(digest), JSON.stringify(kept))
  } catch {
    // Full, or not allowed: the receipt's own file is the way then.
  }
}

/** Of a ballot that was sealed in this browser; null elsewhere. */
export const keptOpens = (digest: string): Kept | null => {
  try {
    const found = localStorage.getItem(place(digest))
    return found === null ? null : (JSON.parse(found) as Kept) // written above, in this browser
  } catch {
    return null
  }
}
