/** Errors of changing webhooks. Codes and texts: docs/product/errors.md. */
import { coded } from "~/effects/base/failures/coded"
import { MOST_HOOKS } from "./Webhook"

export class TooManyHooks extends coded("TooManyHooks", "E-STATE", 409, {
  message: `This address already receives events, or the community has the maximum of ${MOST_HOOKS} webhooks.`
}) {}

export class NoSuchHook extends coded("NoSuchHook", "E-NOT-FOUND", 404, {
  message: "This webhook no longer exists."
}) {}

export class NothingToSendAgain extends coded("NothingToSendAgain", "E-STATE", 409, {
  message: "This delivery is waiting to be sent, or it no longer exists."
}) {}
