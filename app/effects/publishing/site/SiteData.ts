/** Data that the root loader gives every page. Types only: the first load of every page reads this file. */

import type { Visitor, Waiting } from "~/effects/access/Visitor"
import type { RemovalNotice } from "~/effects/communities/undo/Removal"
import type { UploadTarget } from "~/effects/people/uploads/Upload"
import type { Theme } from "./theme"

export interface SiteData {
  readonly appName: string
  readonly appVersion: string
  /** No trailing slash. */
  readonly origin: string
  readonly ledger: "local" | "stokenet"
  readonly network: { readonly id: number; readonly dashboardUrl: string }
  readonly wallet: {
    readonly dAppDefinitionAddress: string
    readonly gatewayUrl: string
    readonly relayUrl: string
  }
  readonly practiceWallet: boolean
  readonly uploads: UploadTarget
  readonly theme: Theme
  /** The signed-in visitor, as the server knows them. */
  readonly session: Visitor | null
  /** The visitor's own address; no page about other people contains one. */
  readonly email: string | null
  /** The server's date in UTC, if its clock can be moved. */
  readonly clock: string | null
  /** Notice shown on every page; null without one. */
  readonly notice: string | null
  /** The operator named in the settings; null if they name nobody. */
  readonly operator: { readonly name: string; readonly url: string | null } | null
  /** What the visitor removed just now, or brought back; null otherwise. */
  readonly undo: RemovalNotice | null
  /** For the bell and the bottom bar; zeros without a session. */
  readonly waiting: Waiting
}
