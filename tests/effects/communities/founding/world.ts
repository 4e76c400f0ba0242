/** Creating and steering communities: all services over a fresh database, and a completed wizard. */
import { Layer } from "effect"
import { MailChoices } from "~/effects/activity/notifications/MailChoices.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { MineRepo } from "~/effects/communities/communities/MineRepo.server"
import { OverviewRepo } from "~/effects/communities/communities/OverviewRepo.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { BasicsCheck } from "~/effects/communities/founding/BasicsCheck.server"
import { Founding } from "~/effects/communities/founding/Founding.server"
import { startValues, type WizardValues } from "~/effects/communities/founding/wizard"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { Steering } from "~/effects/communities/steering/Steering.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { Webhooks } from "~/effects/publishing/webhooks/Webhooks.server"
import { WebhookNotices } from "~/effects/publishing/webhooks/WebhooksRepo.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Treasury } from "~/effects/treasury/treasury/Treasury.server"
import type { Database } from "../../../databases"
import { settings } from "../../people/signup/world"
import { world as membersWorld } from "../members/world"

export const world = (database: Database) =>
  Layer.mergeAll(
    BasicsCheck.Default,
    CommunityFollows.Default,
    Founding.Default,
    Steering.Default,
    Layer.provide(Webhooks.Default, WebhookNotices.Default),
    HandOver.Default,
    MineRepo.Default,
    OverviewRepo.Default,
    Drafts.Default,
    Idempotency.Default,
    ProposalDrafts.Default,
    MailChoices.Default,
    Treasury.Default,
    TreasuryHolders.Default
  ).pipe(
    Layer.provideMerge(Uploads.Default),
    Layer.provideMerge(Layer.merge(UploadStore.layerMemory, settings())),
    Layer.provideMerge(membersWorld(database))
  )
export type World = Layer.Layer.Success<ReturnType<typeof world>>

export const values = (changes: Partial<WizardValues> = {}): WizardValues => ({
  ...startValues,
  name: "Tool Library",
  slug: "tool-library",
  tagline: "Borrow a drill, lend a ladder.",
  tags: ["Neighbourhoods"],
  ...changes
})
