/**
 * The edit page as a route: passes a post to the profile's own tabs or to the e-mail and privacy tabs, by its button.
 */

import { Effect } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readFileForm.server"
import { editAction, editIntents, editPage } from "~/effects/publishing/dashboard/pages/editProfile.server"
import { accountAction, emailsTab, isAccountIntent, privacyTab } from "./account.server"

export const editRoute = Effect.gen(function* () {
  const page = yield* editPage
  if (page.state !== "ready") return { ...page, emails: null, privacy: null }
  const { account } = page.profile
  return {
    ...page,
    emails: page.tab === "notifications" ? yield* emailsTab(account) : null,
    privacy: page.tab === "privacy" ? yield* privacyTab(account) : null
  }
})

const responding = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  // Reads a copy, because the handler reads the form itself.
  const form = yield* readForm(request.clone())
  return isAccountIntent(textOf(form, "intent")) ? yield* accountAction : yield* editAction
})

export const editRouteAction = Object.assign(responding, { intents: [...editIntents, ...accountAction.intents] })
