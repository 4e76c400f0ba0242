import type { PageReply } from "~/effects/base/remix/PageReply"
import type { SettingsPage } from "~/effects/communities/steering/pages/settingsView"

export interface PartProps {
  readonly page: SettingsPage
  readonly reply: PageReply | undefined
}
