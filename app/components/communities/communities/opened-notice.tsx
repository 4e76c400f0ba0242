import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { placeExists } from "~/components/base/parts/places"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"

const DEPLOY = "/exploreDao/$slug/deploy"

/** Right after opening: on the ledger now, or later (docs/product/communities.md, 3.6.5). */
export function OpenedNotice() {
  const { id, name, slug } = useFrame()
  return (
    <Notice tone="ok" role="status">
      <p>
        <b>{name} is open.</b> Everything here works without the ledger; a treasury, a token and bonds need it.
      </p>
      <p className="row">
        {placeExists(DEPLOY) && (
          <Link className="button" data-size="s" data-kind="primary" to={DEPLOY.replace("$slug", slug)}>
            Deploy on the ledger now
          </Link>
        )}
        <Link className="button" data-size="s" to={insidePath(id)} replace preventScrollReset>
          Later
        </Link>
      </p>
    </Notice>
  )
}
