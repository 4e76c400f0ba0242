import { Outlet } from "@remix-run/react"

/** The dashboard, the edit page and profiles share one style sheet. */
export default function UserDashboard() {
  return (
    <div className="wrap page">
      <Outlet />
    </div>
  )
}
