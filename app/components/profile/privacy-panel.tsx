import type { OwnProfile } from "~/effects/signup/Profile"
import { SignOut } from "../menu/account-menu"

/** What we keep of a person, where it shows, and all of it to take away. */
export function PrivacyPanel({ profile }: { readonly profile: OwnProfile }) {
  const { version: _, ...data } = profile
  const file = JSON.stringify({ schema: "me/1", ...data, createdAt: new Date(data.createdAt).toISOString() }, null, 2)
  return (
    <div className="stack" data-gap="l">
      <div className="prose">
        <h2>What we keep</h2>
        <ul>
          <li>Your account address, name, bio, tags, picture and work history. Signed-in people can read them.</li>
          <li>Your e-mail address and whether you want the newsletter. Only you can read them.</li>
          <li>Where you are signed in: one entry per browser, which ends when you sign out or after 30 days.</li>
          <li>What you typed and did not save: on this device only.</li>
        </ul>
      </div>
      <p>
        <a
          className="button"
          href={`data:application/json;charset=utf-8,${encodeURIComponent(`${file}\n`)}`}
          download="commonhold-my-data.json"
        >
          Download my data
        </a>
      </p>
      <SignOut />
    </div>
  )
}
