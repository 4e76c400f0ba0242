/** Composes the services that are read from outside. */
import { Layer } from "effect"
import { Wishes } from "~/effects/publishing/articles/Wishes.server"
import { ExportedRows } from "~/effects/publishing/exports/ExportedRows.server"
import { Previews } from "~/effects/publishing/previews/Previews.server"

export const PublishingLive = Layer.mergeAll(ExportedRows.Default, Previews.Default, Wishes.Default)
