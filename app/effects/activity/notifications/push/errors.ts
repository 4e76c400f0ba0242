/** Why notifications cannot be turned on in a browser. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** The server has no keys for Web Push (docs/operations.md, "Settings"). */
export class PushNotOffered extends coded("PushNotOffered", "E-PUSH-OFF", 409, {
  message: "This site sends no browser notifications. You get everything by e-mail and in your inbox."
}) {}

/** The browser gave no usable push address. */
export class PushUnreachable extends coded("PushUnreachable", "E-PUSH-BROWSER", 422, {
  message: "This browser refused notifications. Allow notifications for this site in the browser, then try again."
}) {}

/** The address belongs to another account, and the request lacks that browser's keys. */
export class PushTaken extends coded("PushTaken", "E-PUSH-TAKEN", 409, {
  message:
    "Another account gets its notifications in this browser. Block notifications for this site in the browser, allow them again, then try again."
}) {}

export class TooManyDevices extends coded("TooManyDevices", "E-PUSH-DEVICES", 409, {
  fields: { most: Schema.Int },
  message: ({ most }) => `You already have notifications in ${most} browsers. Remove one of them first.`
}) {}
