/** What the root loader tells every page. Types only: the first load of every page reads this file. */

import type { Visitor } from "~/effects/access/Visitor"
import type { Waiting } from "~/effects/access/Waiting"
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
  /** Who is signed in, by the server's word. */
  readonly session: Visitor | null
  /** Their own address, for nobody else to see: no page of others carries it. */
  readonly email: string | null
  /** The day by the server's clock, UTC, where that clock can be moved. */
  readonly clock: string | null
  /** What everybody is told on every page; null on other days. */
  readonly notice: string | null
  /** Who runs the site, by its settings; null where they name nobody. */
  readonly operator: { readonly name: string; readonly url: string | null } | null
  /** For the bell and the bottom bar; zeros for nobody. */
  readonly waiting: Waiting
}
