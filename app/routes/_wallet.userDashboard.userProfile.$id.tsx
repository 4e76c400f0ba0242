import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import community from "~/components/community/community.css?url"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { pageTitle } from "~/components/page-meta"
import { ProfilePage, UnknownProfile } from "~/components/profile/profile-page"
import { publicProfile } from "~/effects/dashboard/publicProfile.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

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
