/** POST /community/detail/{id}/members: joining, leaving and every action on members. */
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { commands } from "./commands.server"

export const membersAction = pageAction(commands)
