/** Reasons why a profile cannot be stored as it is. */
import { Schema } from "effect"

export class ProfileExists extends Schema.TaggedError<ProfileExists>()("ProfileExists", {}) {
  readonly status = 409
  readonly code = "E-HAS-PROFILE"
  override get message() {
    return "This account already has a profile. Edit it instead."
  }
}

export class NameTaken extends Schema.TaggedError<NameTaken>()("NameTaken", {}) {
  readonly status = 409
  readonly code = "E-NAME-TAKEN"
  override get message() {
    return "This name is already taken."
  }
  get fields() {
    return { username: this.message }
  }
}

export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {
  readonly status = 409
  readonly code = "E-EMAIL-TAKEN"
  override get message() {
    return "This e-mail is already used by another account."
  }
  get fields() {
    return { email: this.message }
  }
}
