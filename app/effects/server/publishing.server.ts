/** Composes the services that are read from outside. */
import { Layer } from "effect"
import { FeatureRequests } from "~/effects/publishing/articles/FeatureRequests.server"
import { ExportedRows } from "~/effects/publishing/exports/ExportedRows.server"
import { Previews } from "~/effects/publishing/previews/Previews.server"

export const PublishingLive = Layer.mergeAll(ExportedRows.Default, Previews.Default, FeatureRequests.Default)
