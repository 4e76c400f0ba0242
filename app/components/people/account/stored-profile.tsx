import type { OwnProfile } from "~/effects/people/signup/Profile"

/** What is stored now, to compare with what is typed (E-STALE). */
export function StoredProfile({ profile }: { readonly profile: OwnProfile }) {
  return (
    <>
      <p>This is stored now. Yours is in the form below; saving it replaces this.</p>
      <dl className="facts">
        <div>
          <dt>Name</dt>
          <dd>{profile.username}</dd>
        </div>
        <div>
          <dt>Bio</dt>
          <dd className="plain-text">{profile.bio}</dd>
        </div>
        <div>
          <dt>Tags</dt>
          <dd>{profile.tags.join(", ")}</dd>
        </div>
      </dl>
    </>
  )
}
