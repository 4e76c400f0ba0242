import { Link } from "@remix-run/react"
import type { Visitor } from "~/effects/wallet-session/Visitor"
import { BlankSeal } from "../icon"
import { Face } from "../menu/account-menu"
import { shortAddress } from "../short-address"
import { Checklist } from "./checklist"

type Props = { readonly visitor: Visitor; readonly showsChecklist: boolean }

/** What needs this person today (product 3.6.3). */
export function DashboardPage({ showsChecklist, visitor }: Props) {
  const { account, profile } = visitor
  if (profile === null) {
    return (
      <>
        <div className="page-head">
          <h1>Welcome</h1>
          <p>You are connected. Two minutes of profile, then you can join.</p>
        </div>
        <Checklist hasProfile={false} />
      </>
    )
  }
  return (
    <>
      <div className="page-head">
        <h1>Hello, {profile.username}</h1>
      </div>
      <div className="columns">
        <div>
          <section className="block" aria-labelledby="needs">
            <h2 id="needs" className="h3 block__head">
              Needs you
            </h2>
            <div className="empty">
              <BlankSeal />
              <p>Nothing needs you. 0 things are open in your communities.</p>
            </div>
          </section>
          {showsChecklist && <Checklist hasProfile />}
        </div>
        <section className="block" aria-labelledby="you">
          <div className="block__head">
            <h2 id="you" className="h3">
              You
            </h2>
            <Link to="/userDashboard/edit">Edit</Link>
          </div>
          <p className="person">
            <Face name={profile.username} picture={profile.displayImage} />
            <Link to={`/userDashboard/userProfile/${account}`}>{profile.username}</Link>
          </p>
          <p className="address small" title={account}>
            {shortAddress(account)}
          </p>
        </section>
      </div>
    </>
  )
}
