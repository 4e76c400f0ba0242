/** Page data of /exploreDao/{slug}/deploy. Types only: pages load this file. */

import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { FieldErrors } from "~/effects/base/remix/form"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import type { PublicAddress } from "~/effects/communities/communities/addresses"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { DeployValues, Step } from "./values"

export interface TokenFound {
  readonly name: string | null
  readonly symbol: string | null
  /** Decimal text. */
  readonly supply: string
}

/** Result of a dry run on the ledger. */
export interface DryRunOutcome {
  /** In XRD; null if the ledger could not be reached. */
  readonly fee: string | null
  readonly balance: string | null
  readonly isEnough: boolean
  /** Why it would fail. */
  readonly problem: string | null
}

export interface DeployReview {
  readonly fields: FieldErrors
  /** Null while something is missing. */
  readonly manifest: string | null
  readonly dryRun: DryRunOutcome | null
}

interface Named {
  readonly id: CommunityId
  readonly slug: string
  readonly name: string
}

export type DeployPage =
  | ({ readonly state: "closed"; readonly stage: "draft" | "archived" } & Named)
  | ({
      readonly state: "deployed"
      readonly addresses: ReadonlyArray<PublicAddress>
      readonly isNew: boolean
      /** Signers chosen during the deployment and not yet set up on the ledger. */
      readonly signers: { readonly needed: number; readonly many: number } | null
    } & Named)
  /** Prepared; waits for the wallet or the ledger. */
  | ({ readonly state: "signing"; readonly step: StepView; readonly values: DeployValues } & Named)
  | ({
      readonly state: "form"
      readonly at: Step
      readonly account: AccountAddress
      readonly values: DeployValues
      readonly start: DeployValues
      readonly storedDraft: StoredDraft | null
      readonly token: TokenFound | null
      readonly origin: string
      readonly isPrivate: boolean
      readonly review: DeployReview | null
      /** The last attempt, if it did not succeed. */
      readonly last: StepView | null
    } & Named)
