import { Outlet } from "@remix-run/react"

/** Mine: the dashboard, the edit page and people's profiles share one sheet. */
export default function UserDashboard() {
  return (
    <div className="wrap page">
      <Outlet />
    </div>
  )
}
