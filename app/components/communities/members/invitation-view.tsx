import { Markdown } from "~/components/base/markdown/markdown"
import { Seal } from "~/components/base/parts/seal"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { invitationPath } from "~/effects/communities/members/joining"
import type { InvitationPage } from "~/effects/communities/members/page"
import { JoinBox } from "./join-box"

type Props = { readonly page: InvitationPage; readonly reply: PageReply | undefined }

/** What a person with an invitation sees before joining: the name, the size, the house rules. */
export function InvitationView({ page: { community, invite, rules }, reply }: Props) {
  return (
    <div className="wrap page">
      <header className="community-head">
        <Seal community={community} size="l" />
        <div className="stack" data-gap="s">
          <p className="eyebrow">Invitation</p>
          <h1>{community.name}</h1>
          <p className="muted">{community.tagline}</p>
          <p className="small muted">{counted(community.members, "member")}</p>
        </div>
      </header>
      <div className="columns">
        <section className="block" aria-labelledby="house-rules">
          <div className="block__head">
            <h2 id="house-rules" className="h3">
              House rules
            </h2>
          </div>
          <Markdown tree={rules} />
        </section>
        <JoinBox community={community} invite={invite} action={invitationPath(community.id, invite)} reply={reply} />
      </div>
    </div>
  )
}
