import type { PageReply } from "~/effects/remix/PageReply"
import type { SettingsPage } from "~/effects/steering/settingsView"

export interface PartProps {
  readonly page: SettingsPage
  readonly reply: PageReply | undefined
}
