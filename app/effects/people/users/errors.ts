/** Reasons why a profile cannot be stored as it is. */
import { coded } from "~/effects/base/failures/coded"

export class ProfileExists extends coded("ProfileExists", "E-HAS-PROFILE", 409, {
  message: "This account already has a profile. Edit it instead."
}) {}

export class NameTaken extends coded("NameTaken", "E-NAME-TAKEN", 409, { message: "This name is already taken." }) {
  get fields() {
    return { username: this.message }
  }
}

export class EmailTaken extends coded("EmailTaken", "E-EMAIL-TAKEN", 409, {
  message: "This e-mail is already used by another account."
}) {
  get fields() {
    return { email: this.message }
  }
}
