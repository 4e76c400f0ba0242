import { Link } from "@remix-run/react"
import { type DeedLine, DeedsList } from "~/components/activity/activity/deeds-list"
import { CopyButton } from "~/components/base/parts/copy-button"
import { BlankEmblem } from "~/components/base/parts/icon"
import { shortAddress } from "~/components/base/text/short-address"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { inUtc } from "~/effects/base/text/moments"
import type { PublicProfile } from "~/effects/people/signup/Profile"
import { TheirCommunities, type TheirCommunity } from "../their-communities"
import { WorkList } from "../work-list"
import { type PersonRecord, PublicRecord } from "./public-record"

type Props = {
  readonly profile: PublicProfile
  readonly isOwn: boolean
  readonly communities: ReadonlyArray<TheirCommunity>
  readonly deeds: ReadonlyArray<DeedLine>
  readonly record: PersonRecord
  readonly now: number
}

/** What every signed-in person may see of a person. Text by people is shown as plain text. */
export function ProfilePage({ communities, deeds, isOwn, now, profile, record }: Props) {
  return (
    <article>
      <ProfileHead profile={profile} isOwn={isOwn} />
      <div className="columns">
        <div>
          <section className="block" aria-labelledby="about">
            <h2 id="about" className="h3 block__head">
              About
            </h2>
            <p className="plain-text">{profile.bio}</p>
          </section>
          <section className="block" aria-labelledby="communities">
            <h2 id="communities" className="h3 block__head">
              Communities
            </h2>
            <TheirCommunities communities={communities} isOwn={isOwn} />
          </section>
          <PublicRecord record={record} now={now} isOwn={isOwn} />
          {deeds.length > 0 && (
            <section className="block" aria-labelledby="deeds">
              <h2 id="deeds" className="h3 block__head">
                Recent activity
              </h2>
              <DeedsList deeds={deeds} who={isOwn ? "You" : profile.username} now={now} />
            </section>
          )}
          <section className="block" aria-labelledby="work">
            <h2 id="work" className="h3 block__head">
              Work history
            </h2>
            <WorkList entries={profile.workHistory} />
          </section>
        </div>
        <Interests tags={profile.tags} />
      </div>
    </article>
  )
}

function ProfileHead({ isOwn, profile }: Pick<Props, "isOwn" | "profile">) {
  return (
    <div className="page-head profile-head">
      <span className="avatar" data-size="l">
        <img src={profile.displayImage} alt={`${profile.username}'s profile`} width="112" height="112" />
      </span>
      <div className="stack" data-gap="s">
        <h1>{profile.username}</h1>
        <div className="row address-line">
          <span className="address nowrap" title={profile.account}>
            {shortAddress(profile.account)}
          </span>
          <CopyButton text={profile.account} what={`the address of ${profile.username}`} />
        </div>
        <div className="meta">
          <span>Joined {inUtc("day", profile.createdAt)}</span>
          {isOwn ? (
            <Link to="/userDashboard/edit">Edit</Link>
          ) : (
            <Link to="/support?topic=account">Report this profile</Link>
          )}
        </div>
      </div>
    </div>
  )
}

function Interests({ tags }: Pick<PublicProfile, "tags">) {
  return (
    <section className="block" aria-labelledby="interests">
      <h2 id="interests" className="h3 block__head">
        Interests
      </h2>
      <ul className="row">
        {tags.map((tag) => (
          <li className="tag" key={tag}>
            {tag}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function UnknownProfile({ account }: { readonly account: AccountAddress }) {
  return (
    <div className="empty">
      <BlankEmblem />
      <h1 className="h3">No profile for this account yet.</h1>
      <p className="address" title={account}>
        {shortAddress(account)}
      </p>
      <p>
        <Link to="/userDashboard">Dashboard</Link>
      </p>
    </div>
  )
}
