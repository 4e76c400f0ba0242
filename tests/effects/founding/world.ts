/** Founding and steering for tests: the whole room over a fresh database, and a wizard filled in. */
import { Layer } from "effect"
import { MineRepo } from "~/effects/communities/MineRepo.server"
import { OverviewRepo } from "~/effects/communities/OverviewRepo.server"
import { Drafts } from "~/effects/drafts/Drafts.server"
import { Founding } from "~/effects/founding/Founding.server"
import { startValues, type WizardValues } from "~/effects/founding/wizard"
import { Once } from "~/effects/limits/Once.server"
import { MailChoices } from "~/effects/notifications/MailChoices.server"
import { ProposalDrafts } from "~/effects/proposals/ProposalDrafts.server"
import { HandOver } from "~/effects/steering/HandOver.server"
import { Steering } from "~/effects/steering/Steering.server"
import { Treasury } from "~/effects/treasury/Treasury.server"
import { UploadStore } from "~/effects/uploads/UploadStore.server"
import { Uploads } from "~/effects/uploads/Uploads.server"
import type { Database } from "../../databases"
import { world as membersWorld } from "../members/world"
import { settings } from "../signup/world"

export const world = (database: Database) =>
  Layer.mergeAll(
    Founding.Default,
    Steering.Default,
    HandOver.Default,
    MineRepo.Default,
    OverviewRepo.Default,
    Drafts.Default,
    Once.Default,
    ProposalDrafts.Default,
    MailChoices.Default,
    Treasury.Default
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
