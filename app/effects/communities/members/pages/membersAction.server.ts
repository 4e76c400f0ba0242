/** POST /community/detail/{id}/members: joining and leaving, and everything done to members. */
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { commands } from "./commands.server"

export const membersAction = pageAction(commands)
