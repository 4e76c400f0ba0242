/** Content and key of one's own sealed ballot, held in memory while the page is open and sent nowhere. */
import { holdSecret, secretOf } from "~/components/wallet/wallet/own-secrets"
import type { BeaconRound } from "~/effects/governance/votes/sealed/BeaconRound"
import type { Content, Opens } from "~/effects/governance/votes/sealed/SealedBody"

export interface StoredOpening extends Content {
  readonly beacon: BeaconRound
  readonly opens: Opens
}

const place = (digest: string) => `sealed ballot ${digest}`

export const storeOpens = (digest: string, stored: StoredOpening): void => holdSecret(place(digest), stored)

/** Of a ballot that was sealed in this page; null otherwise. */
export const storedOpens = (digest: string): StoredOpening | null =>
  (secretOf(place(digest)) as StoredOpening | undefined) ?? null // Written by the function above.
