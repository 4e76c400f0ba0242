/** Why notifications cannot be turned on in a browser. */
import { Schema } from "effect"

/** The server has no keys for Web Push (docs/operations.md, "Settings"). */
export class PushNotOffered extends Schema.TaggedError<PushNotOffered>()("PushNotOffered", {}) {
  readonly status = 409
  readonly code = "E-PUSH-OFF"
  override get message() {
    return "This site sends no browser notifications. You get everything by e-mail and in your inbox."
  }
}

/** The browser gave no usable push address. */
export class PushUnreachable extends Schema.TaggedError<PushUnreachable>()("PushUnreachable", {}) {
  readonly status = 422
  readonly code = "E-PUSH-BROWSER"
  override get message() {
    return "This browser refused notifications. Allow notifications for this site in the browser, then try again."
  }
}

/** The address belongs to another account, and the request lacks that browser's keys. */
export class PushTaken extends Schema.TaggedError<PushTaken>()("PushTaken", {}) {
  readonly status = 409
  readonly code = "E-PUSH-TAKEN"
  override get message() {
    return "Another account gets its notifications in this browser. Block notifications for this site in the browser, allow them again, then try again."
  }
}

export class TooManyDevices extends Schema.TaggedError<TooManyDevices>()("TooManyDevices", { most: Schema.Int }) {
  readonly status = 409
  readonly code = "E-PUSH-DEVICES"
  override get message() {
    return `You already have notifications in ${this.most} browsers. Remove one of them first.`
  }
}
