/** Composes the services for activity, notifications and to-do lists. */
import { Layer } from "effect"
import { ActivityFiguresRepo } from "~/effects/activity/activity/ActivityFiguresRepo.server"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { MailChoices } from "~/effects/activity/notifications/MailChoices.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { PushDevices } from "~/effects/activity/notifications/push/PushDevices.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { Removal } from "~/effects/people/account/pages/Removal.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { ProfileRepo } from "~/effects/publishing/dashboard/ProfileRepo.server"
import { OwnClaims } from "~/effects/treasury/claims/OwnClaims.server"

const Telling = Layer.mergeAll(
  ActivityLive,
  ActivityRepo.Default,
  ActivityFiguresRepo.Default,
  Agenda.Default,
  Inbox.Default,
  MailChoices.Default,
  Notifications.Default,
  OwnClaims.Default,
  ProfileRepo.Default,
  PushDevices.Default,
  SecretLinks.Default
)

/** Removing an account also resolves the notifications that others got about its applications. */
export const TellingLive = Layer.provideMerge(Removal.Default, Telling)
