import { useLocation } from "@remix-run/react"
import { later } from "~/components/base/site/later"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ProposalsPage } from "~/effects/governance/proposals/pageViews"
import { ProposalPage } from "./proposal-page"

const ProposalList = later(async () => (await import("./proposal-list")).ProposalList, "waits")
/** Loaded separately because only authors need it, and rarely. */
const DraftView = later(async () => (await import("./draft-view")).DraftView, "waits")
const VersionsView = later(async () => (await import("./versions-view")).VersionsView, "waits")
const ChooseView = later(async () => (await import("./choose-view")).ChooseView, "waits")
const FillView = later(async () => (await import("./fill-view")).FillView, "waits")
const ProposalForm = later(async () => (await import("./proposal-form")).ProposalForm)
const EditForm = later(async () => (await import("./edit-form")).EditForm)

type Props = { readonly page: ProposalsPage; readonly reply: PageReply | undefined }

export function ProposalsView({ page, reply }: Props) {
  const { pathname, search } = useLocation()
  switch (page.view) {
    case "list":
      return <ProposalList page={page} />
    case "choose":
      return <ChooseView page={page} />
    case "fill":
      return <FillView key={page.template.id} page={page} reply={reply} />
    case "form":
      return <ProposalForm key={page.isStored ? page.draftId : "new"} page={page} reply={reply} />
    case "draft":
      return <DraftView page={page} path={`${pathname}${search}`} reply={reply} />
    case "versions":
      return <VersionsView page={page} />
    case "proposal":
      return page.edit === null ? (
        <ProposalPage page={page} reply={reply} />
      ) : (
        <EditForm page={page} values={page.edit} reply={reply} />
      )
  }
}
