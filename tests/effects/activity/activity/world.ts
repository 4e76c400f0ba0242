/** People, communities, events and notifications, over a database. */
import { Effect, Layer } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { Inactivity } from "~/effects/communities/communities/Inactivity.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { asAccount } from "../../../addresses"
import type { Database } from "../../../databases"
import { world as communities } from "../../communities/communities/world"

export { found, join, OWNER, TODAY } from "../../communities/communities/world"

export const world = (database: Database) =>
  Layer.mergeAll(ActivityLive, Inactivity.Default, Notifications.Default).pipe(
    Layer.provideMerge(communities(database))
  )

/** A person with a profile. */
export const person = (accountAddress: string, username: string) =>
  Effect.flatMap(UsersRepo, (users) =>
    users.insert({
      accountAddress: asAccount(accountAddress),
      username,
      email: `${username.toLowerCase().replaceAll(" ", ".")}@people.example`,
      bio: "Looks after the compost.",
      displayImage: "/files/a/-/preview/1000x562/",
      tags: ["Film", "Music", "Food", "Games", "Arts"],
      workHistory: [],
      newsletter: true
    })
  )
