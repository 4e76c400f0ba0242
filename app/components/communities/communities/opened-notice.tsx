import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { placeExists } from "~/components/base/parts/places"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"

const DEPLOY = "/exploreDao/$slug/deploy"

/** Shown right after publishing: deploy now, or later (docs/product/communities.md). */
export function OpenedNotice() {
  const { id, name, slug } = useFrame()
  return (
    <Notice tone="ok" role="status">
      <p>
        <b>{name} is published.</b> Everything here works without the ledger; you only need to deploy for a treasury, a
        token or bonds.
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
