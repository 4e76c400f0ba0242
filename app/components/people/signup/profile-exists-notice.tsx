import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"

/** Tells an account that has a profile so. The wizard stays: only visitors without an account are redirected. */
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
