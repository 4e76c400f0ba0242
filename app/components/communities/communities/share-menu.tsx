import { Menu } from "~/components/base/parts/menu"
import { ShareButton } from "~/components/base/parts/share-button"
import { insidePath } from "~/components/base/site/inside-path"
import { useRootData } from "~/components/base/site/root-data"
import { hasPublicProfile } from "~/effects/access/visibility"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { InsideIcon } from "./inside-icon"

/** The address to share: the public page if there is one, otherwise this page, which only members can open. */
export function ShareMenu({ frame }: { readonly frame: CommunityFrame }) {
  const { origin } = useRootData()
  const isPublic = hasPublicProfile(frame)
  const address = `${origin}${isPublic ? `/explore/${frame.slug}` : insidePath(frame.id)}`
  return (
    <Menu
      summary={
        <span className="button" data-size="s">
          <InsideIcon name="share" />
          Share
        </span>
      }
    >
      <div className="stack" data-gap="s">
        <p className="small">{isPublic ? "The public page:" : "Only members can open this address:"}</p>
        <a className="address" href={address}>
          {address.replace(/^https?:\/\//, "")}
        </a>
        <ShareButton url={address} title={frame.name} />
      </div>
    </Menu>
  )
}
