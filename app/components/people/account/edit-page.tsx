import { Link } from "@remix-run/react"
import { Tabs } from "~/components/base/parts/tabs"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { EmailsTab, PrivacyTab } from "~/effects/people/account/pages/tabs"
import type { OwnProfile } from "~/effects/people/signup/Profile"
import type { Tag } from "~/effects/people/tags/Tag"
import { type EditReply, type EditTab, editTabs } from "~/effects/publishing/dashboard/EditReply"
import { EmailChoicesForm } from "./email-choices-form"
import { EmailForm } from "./email-form"
import { PrivacyPanel } from "./privacy-panel"
import { ProfileForm } from "./profile-form"
import { PushPanel } from "./push-panel"
import { WorkForm } from "./work-form"

interface Ready {
  readonly state: "ready"
  readonly tab: EditTab
  readonly profile: OwnProfile
  readonly tags: ReadonlyArray<Tag>
  readonly today: string
  readonly blankEntries: number
  /** Data of the e-mail tab and of the privacy tab; null on the other tabs. */
  readonly emails: EmailsTab | null
  readonly privacy: PrivacyTab | null
}
export type EditPageData = Ready | { readonly state: "no-profile"; readonly tab: EditTab }

/** The profile's own tabs get replies of another shape. */
const isPageReply = (reply: EditReply | PageReply | undefined): reply is PageReply =>
  reply !== undefined && "intent" in reply

const names: Readonly<Record<EditTab, string>> = {
  profile: "Profile",
  work: "Work history",
  email: "E-mail",
  notifications: "Notifications",
  privacy: "Privacy & data"
}

type Props = { readonly data: EditPageData; readonly reply: EditReply | PageReply | undefined }

export function EditPage({ data, reply }: Props) {
  const page = data.state === "ready" ? data : undefined
  return (
    <>
      <div className="page-head">
        <h1>Edit profile</h1>
        {page !== undefined && (
          <p>
            This is what others see of you.{" "}
            <Link to={`/userDashboard/userProfile/${page.profile.account}`}>View profile</Link>
          </p>
        )}
      </div>
      <Tabs label="Profile sections" current={data.tab}>
        {editTabs.map((tab) => (
          <Link key={tab} to={`?tab=${tab}`} aria-current={tab === data.tab ? "page" : undefined} preventScrollReset>
            {names[tab]}
          </Link>
        ))}
      </Tabs>
      {page === undefined ? <Instead /> : <Tab key={page.tab} page={page} reply={reply} />}
    </>
  )
}

function Instead() {
  return (
    <div className="empty">
      <h2 className="h3">You don't have a profile yet.</h2>
      <p>
        <Link className="button" data-kind="primary" to="/signup">
          Complete your profile
        </Link>
      </p>
    </div>
  )
}

function Tab({ page, reply }: { readonly page: Ready; readonly reply: EditReply | PageReply | undefined }) {
  const ofPage = isPageReply(reply) ? reply : undefined
  const mine = reply !== undefined && !isPageReply(reply) && reply.tab === page.tab ? reply : undefined
  return (
    <div className="narrow">
      {page.emails !== null && (
        <>
          <PushPanel tab={page.emails.push} reply={ofPage} />
          <EmailChoicesForm tab={page.emails} reply={ofPage} />
        </>
      )}
      {page.privacy !== null && <PrivacyPanel profile={page.profile} tab={page.privacy} reply={ofPage} />}
      <TabForm page={page} reply={mine} />
    </div>
  )
}

function TabForm({ page, reply }: { readonly page: Ready; readonly reply: EditReply | undefined }) {
  switch (page.tab) {
    case "profile":
      return <ProfileForm profile={page.profile} tags={page.tags} reply={reply} />
    case "work":
      return <WorkForm profile={page.profile} today={page.today} blankEntries={page.blankEntries} reply={reply} />
    case "email":
      return <EmailForm profile={page.profile} reply={reply} />
    default:
      return null
  }
}
