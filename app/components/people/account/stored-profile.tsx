import type { OwnProfile } from "~/effects/people/signup/Profile"

/** The stored profile, next to the typed one, after another save came first (E-STALE). */
export function StoredProfile({ profile }: { readonly profile: OwnProfile }) {
  return (
    <>
      <p>This is what is stored now. Your version is in the form below; saving it replaces this.</p>
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
