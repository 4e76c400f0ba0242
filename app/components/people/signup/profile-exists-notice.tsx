import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"

/** R-S4. The wizard stays: only those without an account are sent away. */
export function ProfileExistsNotice() {
  return (
    <Notice tone="open">
      <p>This account already has a profile.</p>
      <p className="row">
        <Link to="/userDashboard">Dashboard</Link>
        <Link to="/userDashboard/edit">Edit profile</Link>
      </p>
    </Notice>
  )
}
