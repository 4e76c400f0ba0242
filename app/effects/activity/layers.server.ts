/** The services of what happened and who is told: this room's part of the composition. */
import { Layer } from "effect"
import { Removal } from "../account/Removal.server"
import { SecretLinks } from "../account/SecretLinks.server"
import { Agenda } from "../dashboard/Agenda.server"
import { ProfileRepo } from "../dashboard/ProfileRepo.server"
import { Inbox } from "../notifications/Inbox.server"
import { MailChoices } from "../notifications/MailChoices.server"
import { Notifications } from "../notifications/Notifications.server"
import { Activity } from "./Activity.server"
import { ActivityRepo } from "./ActivityRepo.server"

export const TellingLive = Layer.mergeAll(
  Activity.Default,
  ActivityRepo.Default,
  Agenda.Default,
  Inbox.Default,
  MailChoices.Default,
  Notifications.Default,
  ProfileRepo.Default,
  Removal.Default,
  SecretLinks.Default
)
