/** Content and key of one's own sealed ballot, held in memory while the page is open and sent nowhere. */
import { holdSecret, secretOf } from "~/components/wallet/wallet/own-secrets"
import type { BeaconRound } from "~/effects/governance/votes/sealed/BeaconRound"
import type { Content, Opens } from "~/effects/governance/votes/sealed/SealedBody"

export interface Kept extends Content {
  readonly beacon: BeaconRound
  readonly opens: Opens
}

const place = (digest: string) => `sealed ballot ${digest}`

export const keepOpens = (digest: string, kept: Kept): void => holdSecret(place(digest), kept)

/** Of a ballot that was sealed in this page; null otherwise. */
export const keptOpens = (digest: string): Kept | null => (secretOf(place(digest)) as Kept | undefined) ?? null // Written by the function above.
