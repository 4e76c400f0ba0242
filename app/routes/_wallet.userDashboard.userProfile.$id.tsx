import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import community from "~/components/communities/communities/community.css?url"
import { ProfilePage, UnknownProfile } from "~/components/people/account/pages/profile-page"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { publicProfile } from "~/effects/publishing/dashboard/pages/publicProfile.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: community }]

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  pageTitle(data?.state === "known" ? data.profile.username : "Profile")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(publicProfile(args.params.id ?? "")))

/** /userDashboard/userProfile/{account address} */
export default function UserProfile() {
  const page = useGuardedData<typeof loader>()
  switch (page.state) {
    case "unknown":
      return <UnknownProfile account={page.account} />
    case "known":
      return <ProfilePage {...page} />
  }
}
